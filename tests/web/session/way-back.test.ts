import { expect, test } from 'vitest'
import { signInAddress, wayBack } from '../../../web/session/way-back.ts'

/** The search of an address, as the browser has it. */
const searchOf = (address: string) => new URL(address, 'http://console.exemplo').search

test('leads back to the screen somebody came from, with all that its address said', () => {
  for (const [path, search] of [
    ['/campaigns', ''],
    ['/campaigns', '?busca=P%C3%A3o%20%26%20caf%C3%A9%2050%25'],
    ['/campaigns/new', '?reutilizar=42'],
    ['/campaigns/42', ''],
    ['/contacts/7', '?ordem=nome'],
    ['/people/5561999990000', ''],
  ] as const) {
    expect(wayBack(searchOf(signInAddress(path, search)))).toBe(`${path}${search}`)
  }
})

test('needs no way back to the dashboard', () => {
  expect(signInAddress('/', '')).toBe('/login')
  expect(wayBack('')).toBe('/')
})

test('leads nowhere but to own screens', () => {
  for (const strange of [
    'https://ladrao.exemplo/',
    '//ladrao.exemplo',
    '/\\ladrao.exemplo',
    'javascript:alert(1)',
    '~/campaigns',
    '/campaigns/../../fora',
    '/campaigns/',
    '/campaigns/42/fora',
    '/people',
    '/api/campaigns',
    '/login',
    '/signup',
    'campaigns',
  ]) {
    expect(wayBack(`?${new URLSearchParams({ de: strange })}`)).toBe('/')
  }
})
