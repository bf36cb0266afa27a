import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DeviceJson, DeviceStatus } from '../../src/contract/devices/device.ts'
import { icons } from '../../web/build/icons.ts'
import { lateSchemas } from '../../web/build/late-schemas.ts'
import { leanContract } from '../../web/build/lean-contract.ts'
import { leanZod } from '../../web/build/lean-zod.ts'
import { precompress } from '../../web/build/precompress.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

async function aBuild() {
  const root = await aDataFolder()
  const long = JSON.stringify('um texto longo '.repeat(200))
  await writeFile(join(root, 'main.js'), `import('./small.js'); document.title = ${long}`)
  await writeFile(join(root, 'small.js'), 'document.title = ""')
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [icons(), precompress()],
    build: { rolldownOptions: { input: join(root, 'main.js') } },
  })
  const dir = join(root, 'dist')
  return { dir, names: await readdir(dir, { recursive: true }) }
}

test('puts compressed copies beside what is long, and beside nothing else', async () => {
  const { dir, names } = await aBuild()
  const copies = names.filter((name) => /\.(?:br|gz)$/.test(name))
  const main = names.find((name) => /main-.*\.js$/.test(name)) ?? ''
  expect(copies.toSorted()).toEqual([`${main}.br`, `${main}.gz`])
  const plain = await readFile(join(dir, main))
  expect(brotliDecompressSync(await readFile(join(dir, `${main}.br`)))).toEqual(plain)
  expect(gunzipSync(await readFile(join(dir, `${main}.gz`)))).toEqual(plain)
})

test('draws the mark in every size that systems ask for', async () => {
  const { dir } = await aBuild()
  const sizes = [
    ['icons/icon-192.png', 192, 0],
    ['icons/icon-512.png', 512, 0],
    ['icons/maskable-512.png', 512, 255],
    ['icons/apple-touch-icon.png', 180, 255],
  ] as const
  for (const [name, size, cornerOpacity] of sizes) {
    const picture = sharp(await readFile(join(dir, name))).ensureAlpha()
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: size, height: size })
    expect((await picture.raw().toBuffer())[3]).toBe(cornerOpacity)
  }
  const ico = await readFile(join(dir, 'favicon.ico'))
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const picture = sharp(ico.subarray(ico.readUInt32LE(18)))
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
})

test('leaves out of the console what only the server reads of the calls', async () => {
  const calls = join(import.meta.dirname, '../../src/contract/api/contact-api.ts')
  const withPlugins = async (plugins: readonly Plugin[]) => {
    const root = await aDataFolder()
    const use = 'contactApi.getContactList'
    await writeFile(
      join(root, 'main.js'),
      `import { contactApi } from ${JSON.stringify(calls)}; document.title = [${use}.path, ${use}.answers]`,
    )
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [...plugins],
      build: { rolldownOptions: { input: join(root, 'main.js') } },
    })
    const names = await readdir(join(root, 'dist/assets'))
    return readFile(join(root, 'dist/assets', names[0] ?? ''), 'utf8')
  }
  const [whole, lean] = [await withPlugins([]), await withPlugins([leanContract()])]
  // A summary, and a sentence of a body's schema.
  const servers = ['Cria uma lista.', 'Os contatos precisam ser uma lista']
  for (const text of servers) expect([text, whole.includes(text)]).toEqual([text, true])
  for (const text of servers) expect([text, lean.includes(text)]).toEqual([text, false])
  for (const text of ['/api/contacts/{id}', 'created_at']) expect(lean).toContain(text)
})

test('makes no schema of the contract before it is asked for something', async () => {
  const root = await aDataFolder()
  const devices = join(import.meta.dirname, '../../src/contract/devices/device.ts')
  await writeFile(
    join(root, 'main.js'),
    `import { DeviceJson, DevicesJson } from ${JSON.stringify(devices)}
     export { answered, most } from './web/answers.ts'
     export const read = (value) => DevicesJson.safeDecode({ success: true, devices: [value] })
     export const isCodec = () => 'in' in DeviceJson && 'out' in DeviceJson`,
  )
  await mkdir(join(root, 'web'))
  await writeFile(
    join(root, 'web/answers.ts'),
    `import { DeviceJson, DevicesJson } from ${JSON.stringify(devices)}
     const answers = { 200: DeviceJson.optional(), 404: DevicesJson.exactOptional() }
     export const answered = (status: 200 | 404, value: unknown) => answers[status].safeDecode(value)
     export const most = Math.max(2, 3)`,
  )
  const output = join(root, 'built.mjs')
  const made: unknown[] = []
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [leanZod(), lateSchemas(), leanContract()],
    build: {
      rolldownOptions: {
        input: join(root, 'main.js'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'built.mjs', dir: root },
      },
    },
  })
  const wire = {
    ...{ deviceId: 'loja', connection_name: 'Loja', status: DeviceStatus.connected, phone: null },
    ...{
      created_at: '2026-11-21T10:00:00Z',
      last_seen: null,
      last_received: null,
      last_sent: null,
    },
    ...{ reason: null, reason_code: null, reason_until: null },
  }
  // This process shares its settings with the build, which finds none in a browser.
  const settings = z.config()
  const { memoizer } = settings
  const postProcessor = (schema: unknown) => made.push(schema)
  Object.assign(settings, { memoizer: undefined, postProcessor })
  try {
    const { read, isCodec, answered, most } = await import(output)
    expect(made).toEqual([])
    expect(most).toBe(3)
    expect(answered(404, { success: true, devices: [] }).success).toBe(true)
    // No device was read, so the schemas of a device's parts were not made.
    expect(made.length).toBeLessThan(10)
    made.length = 0
    expect(isCodec()).toBe(true)
    expect(made).toHaveLength(1)
    expect(read({ deviceId: 5 }).success).toBe(false)
    expect(read(wire)).toMatchObject({
      success: true,
      data: { devices: [DeviceJson.decode(wire)] },
    })
    expect(answered(200, undefined).success).toBe(true)
    expect(answered(200, {}).success).toBe(false)
  } finally {
    Reflect.deleteProperty(settings, 'postProcessor')
    Object.assign(settings, { memoizer })
  }
})
