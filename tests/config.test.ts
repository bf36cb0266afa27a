import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.ts'

describe('settings', () => {
  test('that nobody gives are safe ones', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      secret: null,
      publicUrl: null,
      corsOrigins: [],
      trustProxy: false,
      signup: 'open',
      isSimulated: false,
      whatsapp: { url: null, rootKeyHex: null, mediaCaPath: null },
      logLevel: 'info',
      uncertain: 'resend',
      privateTargets: 'allow',
      webhookMessagesKept: 10_000,
      mistral: { apiKey: null, baseUrl: 'https://api.mistral.ai' },
    })
    expect(readConfig({ DISPARO_PORT: '', DISPARO_LOG: '' })).toEqual(readConfig({}))
  })

  test('are read from the environment, and a flag wins', () => {
    const environment = {
      DISPARO_HOST: '0.0.0.0',
      DISPARO_PORT: '4000',
      DISPARO_DATA_DIR: '/srv/disparo',
      DISPARO_CORS_ORIGINS: 'https://a.example, https://b.example',
      DISPARO_TRUST_PROXY: 'sim',
    }
    expect(readConfig(environment)).toMatchObject({
      host: '0.0.0.0',
      port: 4000,
      dataDir: '/srv/disparo',
      corsOrigins: ['https://a.example', 'https://b.example'],
      trustProxy: true,
    })
    const flags = { host: '127.0.0.1', port: '5000', dataDir: '/tmp/disparo', simulator: true }
    expect(readConfig(environment, flags)).toMatchObject({
      host: '127.0.0.1',
      port: 5000,
      dataDir: '/tmp/disparo/simulador',
    })
  })

  test.each([
    ['127.0.0.1', undefined, 'allow'],
    ['localhost', undefined, 'allow'],
    ['::1', undefined, 'allow'],
    ['0.0.0.0', undefined, 'deny'],
    ['192.168.0.10', undefined, 'deny'],
    ['0.0.0.0', 'allow', 'allow'],
    ['127.0.0.1', 'deny', 'deny'],
  ])('at %s with %s for private targets mean %s', (DISPARO_HOST, given, expected) => {
    const environment = { DISPARO_HOST, DISPARO_PRIVATE_TARGETS: given }
    expect(readConfig(environment).privateTargets).toBe(expected)
  })

  test.each([
    ['DISPARO_PORT', 'x'],
    ['DISPARO_PORT', '70000'],
    ['DISPARO_SECRET', 'curto'],
    ['DISPARO_PUBLIC_URL', 'ftp://loja.example'],
    ['DISPARO_CORS_ORIGINS', 'https://a.example, b'],
    ['DISPARO_SIGNUP', 'talvez'],
    ['DISPARO_WHATSAPP_URL', 'https://web.whatsapp.com'],
    ['DISPARO_WHATSAPP_ROOT_KEY', 'ff'],
    ['DISPARO_WHATSAPP_MEDIA_CA', '/nao/existe.pem'],
    ['DISPARO_LOG', 'alto'],
    ['DISPARO_UNCERTAIN', 'talvez'],
    ['DISPARO_PRIVATE_TARGETS', 'talvez'],
    ['MISTRAL_BASE_URL', 'api.mistral.ai'],
  ])('that cannot be used are named: %s=%s', (variable, value) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(expect.objectContaining({ variable }))
  })
})

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
