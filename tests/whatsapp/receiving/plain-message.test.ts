import { expect, test } from 'vitest'
import { mediaOf } from '../../../src/whatsapp/receiving/plain-message.ts'

const imageMessage = {
  ...{ mediaKey: Buffer.alloc(32, 1), fileSha256: Buffer.alloc(32, 2) },
  ...{ directPath: '/v/x', url: 'https://mmg.whatsapp.net/v/x' },
}

test('what it takes to open a file is kept of its message', () => {
  expect(mediaOf({ imageMessage })).toEqual({
    ...{ kind: 'image', directPath: '/v/x', url: 'https://mmg.whatsapp.net/v/x' },
    mediaKey: Buffer.alloc(32, 1).toString('base64'),
    sha256: Buffer.alloc(32, 2).toString('base64'),
  })
  expect(mediaOf({ ptvMessage: { ...imageMessage, url: null } })).toMatchObject({ kind: 'video' })
})

test.each([
  ['a path without an end', { directPath: `/${'x'.repeat(2_000)}` }],
  ['an address without an end', { url: `https://x/${'x'.repeat(2_000)}` }],
  ['a key of another length', { mediaKey: Buffer.alloc(100_000) }],
  ['a sum of another length', { fileSha256: Buffer.alloc(31) }],
  ['no address', { directPath: '', url: '' }],
])('%s is not kept', (_, changed) => {
  expect(mediaOf({ imageMessage: { ...imageMessage, ...changed } })).toBeNull()
})
