import { describe, expect, test } from 'vitest'
import { attachmentTypeOf } from '../../../src/http/requests/attachment.ts'
import {
  aBox,
  aDocx,
  anIso,
  anMp3,
  anMp3Frame,
  anOgg,
  anXlsxFile,
  aPdf,
  aPicture,
  aZip,
  CONTENT_TYPES,
  joined,
  latinBytes,
} from '../../support/uploads/samples.ts'

const office = 'application/vnd.openxmlformats-officedocument'

async function typeOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<string> {
  const whole = await bytes
  return attachmentTypeOf({
    size: whole.length,
    readAt: async (position, count) => whole.subarray(position, position + count),
  })
}

describe('the type of a file is found in its content', () => {
  test.each([
    ['a JPEG', aPicture('jpeg'), 'image/jpeg'],
    ['a PNG', aPicture('png'), 'image/png'],
    ['a WebP', aPicture('webp'), 'image/webp'],
    ['a GIF', aPicture('gif'), 'image/gif'],
    ['an MP4 with picture and sound', anIso('isom', 'vide', 'soun'), 'video/mp4'],
    ['an MP4 of a telephone', anIso('3gp5', 'vide'), 'video/mp4'],
    ['an M4A', anIso('M4A ', 'soun'), 'audio/mp4'],
    ['sound alone under the brand of a video', anIso('isom', 'soun'), 'audio/mp4'],
    ['a picture under the brand of sound', anIso('M4A ', 'vide'), 'video/mp4'],
    ['Opus in Ogg', anOgg(), 'audio/ogg; codecs=opus'],
    ['an MP3 without a tag', anMp3(), 'audio/mpeg'],
    ['an MP3 behind a large tag', anMp3(300_000), 'audio/mpeg'],
    ['a PDF', aPdf, 'application/pdf'],
    ['a PDF with an archive behind it', joined(aPdf, latinBytes('PK\x03\x04')), 'application/pdf'],
    ['a DOCX', aDocx(), `${office}.wordprocessingml.document`],
    ['an XLSX', anXlsxFile(), `${office}.spreadsheetml.sheet`],
    [
      'a JPEG with an archive behind it',
      Promise.all([aPicture('jpeg'), aDocx()]).then((both) => joined(...both)),
      'image/jpeg',
    ],
  ])('%s', async (_, bytes, type) => {
    expect(await typeOf(bytes)).toBe(type)
  })
})

describe('what WhatsApp does not take is refused', () => {
  test.each([
    ['a program', latinBytes(`MZ${'\0'.repeat(100)}`)],
    ['a page', latinBytes('<!doctype html><script>alert(1)</script>')],
    ['an SVG', latinBytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a text', latinBytes('nome,telefone\n')],
    ['a single byte', latinBytes('%')],
    ['a page in front of a PDF', joined(latinBytes('<html>'), aPdf)],
    ['an archive of anything', aZip('a.txt')],
    ['an archive that names no types', aZip('word/document.xml')],
    ['a document with macros', aZip(CONTENT_TYPES, 'word/document.xml', 'word/vbaProject.bin')],
    ['two Office files in one', aZip(CONTENT_TYPES, 'word/document.xml', 'xl/workbook.xml')],
    ['Vorbis in Ogg', anOgg('\x01vorbis')],
    ['subtitles alone', anIso('isom', 'text')],
    ['AAC without a container', latinBytes(`\xff\xf1${'\0'.repeat(80)}`)],
  ])('%s', async (_, bytes) => {
    await expect(typeOf(bytes)).rejects.toMatchObject({ code: 'attachment_type' })
  })

  test('a document of the older Office, or one with a password', async () => {
    const compound = latinBytes(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`)
    await expect(typeOf(compound)).rejects.toMatchObject({ code: 'attachment_old_office' })
  })
})

describe('what arrived damaged is told apart', () => {
  test.each([
    ['the beginning of a JPEG', aPicture('jpeg').then((whole) => whole.subarray(0, 20))],
    ['the beginning of an MP4', anIso('isom', 'vide').subarray(0, 100)],
    ['an MP4 whose index is cut', anIso('isom', 'vide').subarray(0, -40)],
    ['an MP4 without an index', aBox('ftyp', latinBytes('isom\0\0\0\0'))],
    [
      'an MP4 of countless boxes',
      joined(aBox('ftyp', latinBytes('isom\0\0\0\0')), ...Array(3_000).fill(aBox('free'))),
    ],
    ['an MP3 that is only a tag', anMp3(300).subarray(0, -2 * anMp3Frame.length)],
    ['the beginning of a PDF', aPdf.subarray(0, -8)],
    ['the beginning of a DOCX', aDocx().then((whole) => whole.subarray(0, -30))],
  ])('%s', async (_, bytes) => {
    await expect(typeOf(bytes)).rejects.toMatchObject({ code: 'attachment_damaged' })
  })
})
