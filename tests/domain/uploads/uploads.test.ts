import { expect, test } from 'vitest'
import { uploadName } from '../../../src/domain/uploads/uploads.ts'

const publicUrl = 'https://disparo.example'

test.each(['https://disparo.example/uploads/a1.png', '/uploads/a1.png'])(
  '%s stands for an upload',
  (url) => {
    expect(uploadName(url, publicUrl)).toBe('a1.png')
  },
)

test.each([
  'https://evil.example/uploads/a1.png',
  'https://disparo.example.evil/uploads/a1.png',
  'file:///uploads/a1.png',
  '/etc/passwd',
  '/uploads/../secret.png',
  '/uploads/a/b.png',
  '/uploads/%2e%2e.png',
  '/uploads/a1.svg',
  '/uploads/a1.png?x',
  '/uploads/',
  '',
])('%s stands for none', (url) => {
  expect(uploadName(url, publicUrl)).toBeUndefined()
})
