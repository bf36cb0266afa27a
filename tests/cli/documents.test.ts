import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { serverVariables } from '../../src/cli/help/variables.ts'
import { createProgram } from '../../src/cli/program.ts'
import { guideScenes } from '../support/browser/guide-scenes.ts'
import { aDaemon, aMember } from '../support/daemon/command-line.ts'
import { program } from '../support/daemon/daemon.ts'
import { linesOf, wordsOf } from '../support/documents/shell-blocks.ts'

const run = promisify(execFile)
const GUIDE = 'docs/guia'
const PICTURES = `${GUIDE}/imagens`
/** Pictures stay small, since a repository keeps every version of them for ever. */
const PICTURE_LIMIT_BYTES = 150_000

const documents = ['README.md', 'LEIAME.md', 'CONTRIBUTING.md']
const pages = (await readdir(GUIDE))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `${GUIDE}/${name}`)

/** The program's parser, which throws at a wrong command line and runs no command. */
function aReader(): Command {
  const reader = createProgram()
  const silence = (command: Command) => {
    if (command.commands.length === 0) command.action(() => undefined)
    for (const below of command.commands) silence(below)
  }
  silence(reader)
  return reader
}

test.each([...documents, ...pages])('%s names only commands that there are', async (path) => {
  const scripts = Object.keys(JSON.parse(await readFile('package.json', 'utf8')).scripts)
  for (const line of await linesOf(path, 'sh')) {
    const words = wordsOf(line.replace(/\s+#.*$/, ''))
    if (words[0] === 'disparo') await aReader().parseAsync(['node', ...words])
    if (words[0] === 'npm' && words[1] === 'run') expect(scripts).toContain(words[2])
    // The name on the public registry is not ours: npx would run a stranger's program.
    expect(line).not.toMatch(/npx disparo/)
  }
})

test.each([...documents, ...pages])('%s leads to files and pages that there are', async (path) => {
  const text = await readFile(path, 'utf8')
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link)
  for (const link of links.filter((one) => !/^https?:/.test(one))) {
    await expect(run('test', ['-e', `${folder}/${link}`]), link).resolves.toBeDefined()
  }
})

test.each([...documents, ...pages])('%s says in words what its pictures show', async (path) => {
  const text = await readFile(path, 'utf8')
  for (const [, words = ''] of text.matchAll(/!\[([^\]]*)\]/g)) {
    expect(words.length).toBeGreaterThan(20)
  }
  expect(text).not.toMatch(/<img/)
})

test('the documents show every picture that is drawn for them, and no other', async () => {
  const texts = await Promise.all([...documents, ...pages].map((path) => readFile(path, 'utf8')))
  const shown = texts.flatMap((text) =>
    [...text.matchAll(/imagens\/([a-z-]+)\.png\)/g)].map(([, name = '']) => name),
  )
  const drawn = guideScenes.map(({ name }) => name).sort()
  expect([...new Set(shown)].sort()).toEqual(drawn)
  const kept = (await readdir(PICTURES)).sort()
  expect(kept).toEqual(drawn.map((name) => `${name}.png`))
  for (const name of kept) {
    expect((await stat(`${PICTURES}/${name}`)).size, name).toBeLessThan(PICTURE_LIMIT_BYTES)
  }
})

test('the guide has a row for every variable of the server', async () => {
  const text = await readFile(`${GUIDE}/configuracao.md`, 'utf8')
  for (const { name } of serverVariables) expect(text).toContain(`\`${name}\``)
})

test('the example for cron does as written what it is for', async () => {
  const daemon = await aDaemon({ storage: 'files' })
  const member = await aMember(daemon.url())
  const { value } = await member.json(['whoami', '--fields', 'user.apikey'])
  const copies = `${member.home}/copias`
  const bin = `${member.home}/bin`
  await mkdir(copies)
  await mkdir(bin)
  await writeFile(`${copies}/clientes.csv`, 'nome,telefone\nAna,61999990001\n')
  await writeFile(`${bin}/disparo`, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  await chmod(`${bin}/disparo`, 0o755)
  const lines = (await linesOf(`${GUIDE}/linha-de-comando.md`, 'crontab'))
    .filter(Boolean)
    .map((line) =>
      line
        .replaceAll('/mnt/copias', copies)
        .replace('/var/lib/disparo', daemon.dataDir)
        .replace('http://127.0.0.1:3000', daemon.url())
        .replace('a-chave-da-sua-conta', String(Object.values(value as object)[0]))
        .replace(/^PATH=/, `PATH=${bin}:`),
    )
  const set = lines.flatMap((line) => {
    const [, name, given] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, given] as const]
  })
  const jobs = lines.flatMap((line) => /^(?:\S+ ){5}(.*)$/.exec(line)?.[1] ?? [])
  expect(jobs).toHaveLength(2)
  for (const job of jobs) {
    // What cron does: a plain sh, next to no environment, and an unescaped % ends the line.
    expect(job).not.toMatch(/(?<!\\)%/)
    const env = {
      HOME: member.home,
      LOGNAME: 'maria',
      SHELL: '/bin/sh',
      ...Object.fromEntries(set),
    }
    await run('/bin/sh', ['-c', job.replaceAll('\\%', '%')], { env, cwd: member.home })
  }
  const made = await readdir(copies)
  expect(made.some((name) => /^disparo-.*Z\.zip$/.test(name))).toBe(true)
  const [report = ''] = (await readFile(`${copies}/importacao.log`, 'utf8')).split('\n')
  expect(JSON.parse(report)).toMatchObject({
    ...{ added: 1, name: expect.stringMatching(/^Clientes de \d{4}-\d{2}-\d{2}$/) },
  })
})
