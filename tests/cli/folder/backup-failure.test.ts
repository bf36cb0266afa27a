import { expect, test } from 'vitest'
import { explainBackupFailure } from '../../../src/cli/folder/backup-failure.ts'

const places = { dataDir: '/srv/dados', file: '/mnt/copia.zip' }

function refused(error: Record<string, string>): string {
  const explained = explainBackupFailure(Object.assign(new Error('refused'), error), places)
  return explained instanceof Error ? explained.message : ''
}

test('a folder that is a disk of its own is told by its name, not by that of the draft', () => {
  const draft = '/srv/dados.restaurando-12'
  const error = { code: 'EBUSY', syscall: 'rename', path: draft, dest: '/srv/dados' }
  expect(refused(error)).toBe(
    '/srv/dados é um disco à parte e não pode ser substituído. Restaure numa pasta nova dentro dele, com --data-dir.',
  )
})

test('no failure names a file or folder that is there only while it is written', () => {
  const inDraft = '/srv/dados.restaurando-12/db/users/0.json'
  expect(refused({ code: 'EACCES', syscall: 'open', path: inDraft })).toMatch(/usar \/srv\/dados\./)
  const draft = '/mnt/copia.zip.parcial-12'
  expect(refused({ code: 'EROFS', syscall: 'open', path: draft })).toMatch(/^\/mnt está/)
})
