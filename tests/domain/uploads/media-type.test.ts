import { expect, test } from 'vitest'
import { playableType } from '../../../src/domain/uploads/media-type.ts'

const iso = (brand: string) => [0, 0, 0, 24, ...Buffer.from(`ftyp${brand}`)]

test.each([
  ['video', iso('isom'), 'video/mp4'],
  ['video', iso('3gp4'), 'video/3gpp'],
  ['video', [...Buffer.from('OggS')], null],
  ['audio', iso('M4A '), 'audio/mp4'],
  ['audio', [...Buffer.from('OggS')], 'audio/ogg; codecs=opus'],
  ['audio', [...Buffer.from('ID3')], 'audio/mpeg'],
  ['audio', [0xff, 0xfb, 0x90], 'audio/mpeg'],
  ['audio', [0xff, 0xf1, 0x50], 'audio/aac'],
  ['audio', [...Buffer.from('#!AMR')], 'audio/amr'],
  ['audio', [...Buffer.from('%PDF-1.7')], null],
  ['audio', [], null],
] as const)('as %s, the first bytes %j are %s', (kind, bytes, type) => {
  expect(playableType(Uint8Array.from(bytes), kind)).toBe(type)
})
