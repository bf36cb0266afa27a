import { expect, test } from 'vitest'
import { explainBackupFailure } from '../../../src/cli/folder/backup-failure.ts'

const places = { dataDir: '/srv/dados', file: '/mnt/copia.zip' }

function refused(error: Record<string, string>): string {
  const explained = explainBackupFailure(Object.assign(new Error('refused'), error), places)
  return explained instanceof Error ? explained.message : ''
}

test('a failure names the folder that cannot be written, not a file in it', () => {
  const draft = '/srv/dados.restaurando-12'
  const rename = { code: 'EACCES', syscall: 'rename', path: draft, dest: '/srv/dados' }
  expect(refused(rename)).toMatch(/usar \/srv\/dados\./)
  const lock = { code: 'EROFS', syscall: 'open', path: '/srv/dados/.lock' }
  expect(refused(lock)).toMatch(/^\/srv\/dados está/)
})

test('a folder that a daemon uses says so', () => {
  expect(refused({ name: 'DataDirError' })).toMatch(/em uso por um servidor.* Pare-o antes\./)
})

test('no failure names a file or folder that is there only while it is written', () => {
  const inDraft = '/srv/dados.restaurando-12/db/users/0.json'
  expect(refused({ code: 'EACCES', syscall: 'open', path: inDraft })).toMatch(/usar \/srv\/dados\./)
  const draft = '/mnt/copia.zip.parcial-12'
  expect(refused({ code: 'EROFS', syscall: 'open', path: draft })).toMatch(/^\/mnt está/)
})
