import { expect, test } from 'vitest'
import { playableType } from '../../../src/domain/uploads/media-type.ts'
import { anOgg } from '../../support/uploads/samples.ts'

const iso = (brand: string) => [0, 0, 0, 24, ...Buffer.from(`ftyp${brand}`)]

test.each([
  ['video', iso('isom'), 'video/mp4'],
  ['video', iso('3gp4'), 'video/3gpp'],
  ['video', [...Buffer.from('OggS')], null],
  ['audio', iso('M4A '), 'audio/mp4'],
  ['audio', [...anOgg()], 'audio/ogg; codecs=opus'],
  ['audio', [...anOgg('\x01vorbis')], 'audio/ogg'],
  ['audio', [...Buffer.from('RIFF\0\0\0\0WAVEfmt ')], 'audio/wav'],
  ['audio', [...Buffer.from('RIFF\0\0\0\0WEBPVP8 ')], null],
  ['audio', [0x1a, 0x45, 0xdf, 0xa3, 0x9f, ...Buffer.from('\x42\x82\x84webm')], 'audio/webm'],
  ['audio', [0x1a, 0x45, 0xdf, 0xa3, 0x9f, ...Buffer.from('matroska')], null],
  ['audio', [...Buffer.from('ID3')], 'audio/mpeg'],
  ['audio', [0xff, 0xfb, 0x90], 'audio/mpeg'],
  ['audio', [0xff, 0xf1, 0x50], 'audio/aac'],
  ['audio', [...Buffer.from('#!AMR')], 'audio/amr'],
  ['audio', [...Buffer.from('%PDF-1.7')], null],
  ['audio', [], null],
] as const)('as %s, the first bytes %j are %s', (kind, bytes, type) => {
  expect(playableType(Uint8Array.from(bytes), kind)).toBe(type)
})
