import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { saveStream } from '../../../src/cli/terminal/save-stream.ts'
import { aPromise } from '../../support/promise.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const signal = new AbortController().signal

async function* text(...parts: readonly string[]) {
  for (const part of parts) yield new TextEncoder().encode(part)
}

function save(output: string, body = text('novo\n')) {
  return saveStream(body, { output, fileName: 'lista.csv', signal })
}

test('keeps phones from others in a file that is new', async () => {
  const folder = await aDataFolder()
  expect(await save(folder)).toEqual({ path: `${folder}/lista.csv`, byteCount: 5 })
  expect((await stat(`${folder}/lista.csv`)).mode & 0o777).toBe(0o600)
})

test.each(['600', '640', '644'])('keeps the mode %s of a file that was there', async (octal) => {
  const mode = Number.parseInt(octal, 8)
  const path = `${await aDataFolder()}/velho.csv`
  await writeFile(path, 'velho\n')
  await chmod(path, mode)
  await save(path)
  expect((await stat(path)).mode & 0o777).toBe(mode)
  expect(await readFile(path, 'utf8')).toBe('novo\n')
})

test.runIf(process.getuid?.() === 0)('keeps the owner of a file when root writes it', async () => {
  const path = `${await aDataFolder()}/velho.csv`
  await writeFile(path, 'velho\n')
  await chown(path, 1234, 1235)
  await save(path)
  expect(await stat(path)).toMatchObject({ uid: 1234, gid: 1235 })
})

test.each(['there', 'missing'])('writes to what a link points to, which is %s', async (which) => {
  const folder = await aDataFolder()
  await mkdir(`${folder}/dentro`)
  if (which === 'there') await writeFile(`${folder}/dentro/alvo.csv`, 'velho\n')
  await symlink('dentro/alvo.csv', `${folder}/atalho.csv`)
  await save(`${folder}/atalho.csv`)
  expect((await lstat(`${folder}/atalho.csv`)).isSymbolicLink()).toBe(true)
  expect(await readFile(`${folder}/dentro/alvo.csv`, 'utf8')).toBe('novo\n')
})

test('writes into a pipe and leaves it a pipe', async () => {
  const path = `${await aDataFolder()}/cano`
  execFileSync('mkfifo', [path])
  const [read] = await Promise.all([readFile(path, 'utf8'), save(path)])
  expect(read).toBe('novo\n')
  expect((await lstat(path)).isFIFO()).toBe(true)
})

test('writes into a device and leaves it a device', async () => {
  const folder = await aDataFolder()
  await symlink('/dev/null', `${folder}/nada`)
  expect(await save(`${folder}/nada`)).toMatchObject({ byteCount: 5 })
  expect((await lstat(`${folder}/nada`)).isSymbolicLink()).toBe(true)
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
})

test('leaves the old file as it was when the answer breaks off', async () => {
  const folder = await aDataFolder()
  await writeFile(`${folder}/velho.csv`, 'velho\n')
  async function* broken() {
    yield* text('nov')
    throw new Error('gone')
  }
  await expect(save(`${folder}/velho.csv`, broken())).rejects.toMatchObject({ code: 'cut_off' })
  expect(await readFile(`${folder}/velho.csv`, 'utf8')).toBe('velho\n')
  expect(await readdir(folder)).toEqual(['velho.csv'])
})

test('leaves nothing of an answer that breaks off while a busy disk still opens the file', async () => {
  const folder = await aDataFolder()
  const { open } = fs
  onTestFinished(() => {
    fs.open = open
  })
  const brokenOff = aPromise()
  const opened = aPromise()
  const late = async (...args: readonly unknown[]) => {
    const tell = args.at(-1)
    await brokenOff.promise
    // A clean-up that did not wait for this open would have run by now.
    await setImmediate()
    await rm(`${folder}/nada`, { force: true })
    Reflect.apply(open, fs, [
      ...args.slice(0, -1),
      (...result: readonly unknown[]) => {
        if (tell instanceof Function) tell(...result)
        opened.keep()
      },
    ])
  }
  Reflect.set(fs, 'open', late)
  async function* broken() {
    yield* text('nov')
    brokenOff.keep()
    throw new Error('gone')
  }
  await expect(save(`${folder}/lista.csv`, broken())).rejects.toMatchObject({ code: 'cut_off' })
  await opened.promise
  expect(await readdir(folder)).toEqual([])
})

test('says where it cannot write', async () => {
  const folder = await aDataFolder()
  await expect(save(`${folder}/nenhuma/lista.csv`)).rejects.toMatchObject({
    message: `Não foi possível gravar ${folder}/nenhuma/lista.csv (ENOENT).`,
  })
})
