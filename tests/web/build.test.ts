import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { icons } from '../../web/build/icons.ts'
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
