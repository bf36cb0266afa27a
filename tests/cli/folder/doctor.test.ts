import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { adviceOf } from '../../../src/cli/folder/doctor-words.ts'
import { aPerson } from '../../support/daemon/command-line.ts'
import { ownEnvironment, program } from '../../support/daemon/daemon.ts'
import { sharedDaemon } from '../../support/daemon/shared.ts'

const server = sharedDaemon({ storage: 'files' })

test('examines the folder of a running server, and ends with 1 where it finds a problem', async () => {
  const { dataDir } = server()
  const person = await aPerson()
  const doctor = ['doctor', '--data-dir', dataDir]
  const fine = await person.run(doctor)
  expect(fine.stdout).toContain('✓ Servidor ligado (processo ')
  expect(fine.stdout).toContain('Nenhum problema encontrado.')
  expect(fine).toMatchObject({ code: 0, stderr: '' })

  const settings = join(dataDir, 'db', 'settings.json')
  await chmod(settings, 0o644)
  onTestFinished(() => chmod(settings, 0o600))
  const wrong = await person.run(doctor)
  expect(wrong.stdout).toContain(
    '✗ Outras contas da máquina leem 1 arquivo ou pasta (como db/settings.json)',
  )
  expect(wrong.code).toBe(1)
  const { code, value } = await person.json(doctor)
  expect(code).toBe(1)
  expect(value).toMatchObject({ ok: false, data_dir: dataDir })
  expect(value).toHaveProperty('findings')
})

test.each(['doctor', 'backup'])('%s says that the folder is of another account', async (name) => {
  const { dataDir } = server()
  await chmod(dataDir, 0o000)
  onTestFinished(() => chmod(dataDir, 0o700))
  const words = [process.execPath, program, name, ...(name === 'backup' ? ['x.zip'] : [])]
  // Root reads everything, unless it drops its capabilities.
  const asNobody =
    process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
  const [command = '', ...args] = [...asNobody, ...words, '--data-dir', dataDir]
  const { status, stderr } = spawnSync(command, args, { env: ownEnvironment() })
  expect(String(stderr)).toBe(
    `Sem permissão para usar ${dataDir}. Rode o comando com a conta do servidor, ou como root.\n`,
  )
  expect(status).toBe(1)
})

test('every finding has a sentence', () => {
  const folder = join(import.meta.dirname, '../../../src/storage/inspection')
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const codes = sources.flatMap((text) =>
    [...text.matchAll(/\bcode: (?:[^,'\n]*\? )?'(\w+)'(?: : '(\w+)')?/g)].flatMap(
      ([, one, other]) => [one, other].filter((code) => code !== undefined),
    ),
  )
  expect(codes.length).toBeGreaterThan(20)
  for (const code of codes) {
    const said = adviceOf({
      check: 'files',
      code,
      level: 'ok',
      path: 'x',
      about: { at: '2026-01-15T12:00:00.000Z' },
    })
    expect(said).not.toContain(code)
  }
})
