import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { consoleRoutes } from '../../../src/contract/console-routes.ts'
import type { HttpSettings } from '../../../src/http/services.ts'
import { anApp, asJson, errorOf } from '../../support/http/app.ts'
import { script, writeWebBuild } from '../../support/http/web-build.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

async function aConsole(settings: Partial<HttpSettings> = {}) {
  const consoleDir = await aDataFolder()
  await writeWebBuild(consoleDir)
  return { ...(await anApp({ settings: { consoleDir, ...settings } })), consoleDir }
}

/** Every address that a document names. */
function linksOf(html: string): string[] {
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address = '']) => address)
}

describe('the document of the console', () => {
  test.each(Object.values(consoleRoutes))('answers at %s, also with a slash', async (path) => {
    const { request } = await aConsole()
    for (const address of path === '/' ? [path] : [path, `${path}/`]) {
      const response = await request(address, asBrowser)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain(
        '<div id="root"><div class="frame" aria-hidden="true">',
      )
    }
  })

  test('names the files of the build, and what they need before they run', async () => {
    const { request } = await aConsole()
    const html = await (await request('/')).text()
    expect(html).toMatch(/^<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"/)
    expect(html).toContain('<title>disparo</title>')
    expect(html).toContain('<script type="module" src="/assets/main-Ab1.js"></script>')
    expect(html.match(/rel="modulepreload" href="[^"]+"/g)).toEqual([
      'rel="modulepreload" href="/assets/base-Kl6.js"',
      'rel="modulepreload" href="/assets/react-Cd2.js"',
      'rel="modulepreload" href="/assets/start-Za4.js"',
    ])
    expect(html.match(/rel="stylesheet" href="[^"]+"/g)).toEqual([
      'rel="stylesheet" href="/assets/react-Mn7.css"',
      'rel="stylesheet" href="/assets/main-Ef3.css"',
    ])
    expect(html).toContain(
      'as="font" type="font/woff2" href="/assets/inter-latin-wght-normal-Ij5.woff2" crossorigin',
    )
    expect(html).not.toContain('latin-ext')
    expect(html).not.toContain('chat-Op8')
  })

  test.each(['/chat', '/chat/'])('names at %s what that screen needs further', async (path) => {
    const { request } = await aConsole()
    const html = await (await request(path, asBrowser)).text()
    expect(
      linksOf(html).filter((address) => /modulepreload|[0-9]\.(?:js|css)$/.test(address)),
    ).toEqual([
      '/assets/react-Mn7.css',
      '/assets/main-Ef3.css',
      '/assets/chat-Qr9.css',
      '/assets/main-Ab1.js',
      '/assets/base-Kl6.js',
      '/assets/react-Cd2.js',
      '/assets/start-Za4.js',
      '/assets/chat-Op8.js',
      '/assets/list-St0.js',
      // The code that reads the screen's first answer; its picture comes when it is drawn.
      '/assets/chats-Uv1.js',
      '/assets/schemas-Wx2.js',
    ])
  })

  test('tells its version, and simulator and assistants only where they are there', async () => {
    const real = await (await (await aConsole()).request('/')).text()
    expect(real).toContain('<meta name="disparo-version" content="1.2.3"/>')
    expect(real).toContain('<meta name="disparo-base" content/>')
    expect(real).not.toContain('disparo-simulator')
    expect(real).not.toContain('disparo-assistants')
    const simulated = await aConsole({ isSimulated: true, canAssist: true })
    expect(await (await simulated.request('/')).text()).toContain(
      '<meta name="disparo-assistants" content="true"/>',
    )
    expect(await (await simulated.request('/')).text()).toContain(
      '<meta name="disparo-simulator" content="true"/>',
    )
  })

  test('says in Portuguese what it needs where no script runs', async () => {
    const { request } = await aConsole()
    const html = await (await request('/login')).text()
    expect(html).toMatch(/<noscript><main>.*O console precisa de JavaScript/)
  })

  test('is answered with 304 to a browser that has it, until a new build', async () => {
    const { request, consoleDir } = await aConsole()
    const first = await request('/campaigns')
    const etag = first.headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await request('/campaigns', { headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
      expect(again.headers.get('cache-control')).toBe('no-cache')
      expect(await again.text()).toBe('')
    }
    await writeWebBuild(consoleDir, { 'main.ts': { file: 'assets/main-New.js', isEntry: true } })
    const changed = await request('/campaigns', { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(linksOf(await changed.text())).toContain('/assets/main-New.js')
  })

  test('is refused to other methods', async () => {
    const { request } = await aConsole()
    for (const path of ['/', '/campaigns', '/assets/main-Ab1.js']) {
      expect(await errorOf(await request(path, { method: 'POST' }))).toMatchObject({ status: 405 })
    }
  })

  test('stands at an address that no screen has, and says so without script', async () => {
    const { request } = await aConsole()
    const response = await request('/qualquer/coisa', asBrowser)
    const html = await response.text()
    expect(response.status).toBe(404)
    expect(html).toContain('<title>Página Não Encontrada · disparo</title>')
    expect(html).toContain('<script type="module" src="/assets/main-Ab1.js"></script>')
    expect(html).toMatch(/<noscript><main><h1>Página Não Encontrada<.*<a href="\/">/)
    expect(await errorOf(await request('/qualquer/coisa'))).toMatchObject({ code: 'not_found' })
  })
})

describe('files of the console', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', null, (bytes: Buffer) => bytes],
  ])('go out to a browser that takes %s as that', async (accepted, encoding, decode) => {
    const { request } = await aConsole()
    const response = await request('/assets/main-Ab1.js', {
      headers: { 'accept-encoding': accepted },
    })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(decode(Buffer.from(await response.arrayBuffer())).toString()).toBe(script)
  })

  test.each([
    ['/assets/inter-latin-wght-normal-Ij5.woff2', 'font/woff2', 31_536_000],
    ['/assets/main-Ef3.css', 'text/css; charset=utf-8', 31_536_000],
    ['/icons/icon.svg', 'image/svg+xml; charset=utf-8', 86_400],
    ['/favicon.ico', 'image/x-icon', 86_400],
  ])('have their type and time at %s, for HEAD too', async (path, type, seconds) => {
    const { request } = await aConsole()
    for (const method of ['GET', 'HEAD']) {
      const response = await request(path, { method })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('cache-control')).toContain(`max-age=${seconds}`)
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
      expect((await response.text()).length > 0).toBe(method === 'GET')
    }
  })

  test.each([
    '/assets/main-Old.js',
    '/assets/',
    '/assets',
    '/icons/x.png',
    '/assets/../segredo.txt',
    '/assets/%2e%2e/segredo.txt',
    '/assets/..%2fsegredo.txt',
    '/assets/%00',
    '/segredo.txt',
    '/.vite/manifest.json',
  ])('that are not there are never others: %s', async (path) => {
    const { request } = await aConsole()
    const response = await request(path)
    expect(await errorOf(response)).toMatchObject({ status: 404, code: 'not_found' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const asked = await request(path, asBrowser)
    expect(await asked.text()).not.toContain('ninguém lê')
  })

  test.each(['/assets/main-Old.js', '/assets/', '/assets', '/icons/x.png'])(
    'that are not there are not a document for a browser either: %s',
    async (path) => {
      const { request } = await aConsole()
      expect(await errorOf(await request(path, asBrowser))).toMatchObject({ code: 'not_found' })
    },
  )
})

describe('the manifest of the app', () => {
  test('describes an app that can be installed, with addresses beside its own', async () => {
    const { request } = await aConsole()
    const response = await request('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    const manifest: { icons: { src: string; sizes: string; purpose?: string }[] } =
      await response.json()
    expect(manifest).toMatchObject({
      name: 'disparo',
      short_name: 'disparo',
      start_url: './',
      scope: './',
      display: 'standalone',
    })
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512', 'any']),
    )
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
    for (const { src } of manifest.icons) expect(src).toMatch(/^icons\//)
  })
})

describe('below a path of a proxy', () => {
  const settings = { basePath: '/disparo' }

  test.each(['/disparo', ''])('everything is reached with "%s" left in front', async (prefix) => {
    const { request, register } = await aConsole(settings)
    const { apikey } = await register()
    const html = await (await request(`${prefix}/campaigns`, asBrowser)).text()
    expect(html).toContain('<meta name="disparo-base" content="/disparo"/>')
    for (const address of linksOf(html)) expect(address).toMatch(/^\/disparo\//)
    expect((await request(`${prefix}/assets/main-Ab1.js`)).status).toBe(200)
    expect((await request(`${prefix}/manifest.webmanifest`)).status).toBe(200)
    expect((await request(`${prefix}/`, asBrowser)).status).toBe(200)
    const created = await request(`${prefix}/api/campaigns`, {
      ...asJson({ name: 'Natal' }),
      headers: { 'content-type': 'application/json', apikey },
    })
    expect(created.status).toBe(201)
    const missing = await request(`${prefix}/x`, asBrowser)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('<a href="/disparo/">')
  })

  test('the path alone is the first page, and one that only begins like it is another', async () => {
    const { request } = await aConsole(settings)
    expect((await request('/disparo', asBrowser)).status).toBe(200)
    expect((await request('/disparos', asBrowser)).status).toBe(404)
  })

  test('the document of the interface says so', async () => {
    const { request } = await aConsole(settings)
    const document = await (await request('/openapi.json')).json()
    expect(document).toMatchObject({ servers: [{ url: '/disparo/' }] })
  })

  test('a list leads to its next page below it', async () => {
    const { register } = await aConsole(settings)
    const { call } = await register()
    for (const name of ['a', 'b']) await call('/api/campaigns', asJson({ name }))
    const response = await call('/api/campaigns?limit=1')
    expect(response.headers.get('link')).toMatch(/^<\/disparo\/api\/campaigns\?/)
  })
})

describe('without a build', () => {
  test('the first page says that the console is not there, and what is', async () => {
    const { request } = await anApp({ settings: { basePath: '/disparo' } })
    const response = await request('/', asBrowser)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('O console não está nesta instalação')
    expect(linksOf(html)).toEqual([
      '/disparo/favicon.ico',
      '/disparo/docs',
      '/disparo/openapi.json',
      '/disparo/health',
    ])
  })

  test('a screen is a page that is not found', async () => {
    const { request } = await anApp()
    const response = await request('/campaigns', asBrowser)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('<h1>Página Não Encontrada</h1>')
    expect((await request('/assets/main-Ab1.js')).status).toBe(404)
  })

  test.each(['', '{', '[]', '{}', '{"a":{"file":1}}'])(
    'as with one that nobody can read (%j), which is logged',
    async (manifest) => {
      const { request, consoleDir, logged } = await aConsole()
      await writeFile(join(consoleDir, '.vite', 'manifest.json'), manifest)
      const html = await (await request('/', asBrowser)).text()
      expect(html).toContain('O console não está nesta instalação')
      expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1)
    },
  )

  test('as after a build was taken away', async () => {
    const { request, consoleDir } = await aConsole()
    expect((await request('/campaigns', asBrowser)).status).toBe(200)
    await rm(consoleDir, { recursive: true })
    expect((await request('/campaigns', asBrowser)).status).toBe(404)
  })
})
