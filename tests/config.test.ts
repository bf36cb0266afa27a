import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'

describe('the path of the public address', () => {
  test.each([
    [undefined, ''],
    ['https://loja.example', ''],
    ['https://loja.example/', ''],
    ['https://loja.example/disparo', '/disparo'],
    ['https://loja.example/disparo/', '/disparo'],
    ['https://loja.example/apps/disparo_2', '/apps/disparo_2'],
    ['https://loja.example/apis', '/apis'],
  ])('of %s is "%s"', (DISPARO_PUBLIC_URL, expected) => {
    expect(readConfig({ DISPARO_PUBLIC_URL }).basePath).toBe(expected)
  })

  test.each(['api', 'api/v1', 'campaigns', 'whatsapp', 'health', 'assets', 'docs'])(
    'is refused where it begins as an address of the program: /%s',
    (path) => {
      const environment = { DISPARO_PUBLIC_URL: `https://loja.example/${path}` }
      expect(() => readConfig(environment)).toThrow(ConfigError)
      expect(() => readConfig(environment)).toThrow(/^DISPARO_PUBLIC_URL: o caminho/)
    },
  )

  test.each(['meu disparo', 'promoção', 'a"b'])('is refused as /%s', (path) => {
    const environment = { DISPARO_PUBLIC_URL: `https://loja.example/${path}` }
    expect(() => readConfig(environment)).toThrow(/letras sem acento/)
  })
})
