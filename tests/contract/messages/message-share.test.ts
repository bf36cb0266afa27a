import { expect, test } from 'vitest'
import { readMessageContent } from '../../../src/contract/messages/message-content.ts'

const shareOf = (message: object) => readMessageContent(message, null).share

test('a place is read with its name, and one that is nowhere on Earth is none', () => {
  const locationMessage = {
    ...{ degreesLatitude: -15.79, degreesLongitude: -47.88, name: ' Padaria do Zé ' },
    ...{ address: '', url: 'https://x.example' },
  }
  expect(shareOf({ locationMessage })).toEqual({
    place: { latitude: -15.79, longitude: -47.88, name: 'Padaria do Zé', address: null },
  })
  expect(shareOf({ locationMessage: { ...locationMessage, degreesLatitude: 91 } })).toEqual({})
  expect(shareOf({ locationMessage: { name: 'Padaria' } })).toEqual({})
  expect(
    shareOf({ liveLocationMessage: { degreesLatitude: 0, degreesLongitude: 0 } }),
  ).toMatchObject({ place: { latitude: 0, longitude: 0 } })
})

test('people are read out of their cards, with the numbers that WhatsApp knows', () => {
  const vcard = [
    ...['BEGIN:VCARD', 'VERSION:3.0', 'N:;Carla\\, Dias;;;', 'FN:Carla\\, Dias'],
    'item1.TEL;type=CELL;waid=5561999990003:+55 61 9999',
    ' 9-0003',
    ...[
      'item1.X-ABLabel:Celular',
      'TEL:3333-0000',
      'TEL;waid=<b>:x',
      'TEL;type=HOME:',
      'END:VCARD',
    ],
  ].join('\r\n')
  const carla = {
    name: 'Carla, Dias',
    numbers: [
      { text: '+55 61 99999-0003', phone: '5561999990003' },
      { text: '3333-0000', phone: null },
      { text: 'x', phone: null },
    ],
  }
  expect(shareOf({ contactMessage: { vcard } })).toEqual({ contacts: [carla] })
  expect(
    shareOf({
      contactsArrayMessage: {
        contacts: [{ vcard, displayName: 'Carlinha' }, { displayName: 'Zé' }, 7],
      },
    }),
  ).toEqual({
    contacts: [
      { ...carla, name: 'Carlinha' },
      { name: 'Zé', numbers: [] },
    ],
  })
  expect(shareOf({ contactsArrayMessage: { contacts: 'x' } })).toEqual({})
})

test('what one message shares is bounded', () => {
  const contacts = Array.from({ length: 60 }, () => ({
    displayName: 'a'.repeat(1_000),
    vcard: 'TEL:1\n'.repeat(100_000),
  }))
  const { contacts: read = [] } = shareOf({ contactsArrayMessage: { contacts } })
  expect([read.length, read[0]?.name?.length, read[0]?.numbers.length]).toEqual([50, 200, 5])
})

test('a file that is to be seen once says so', () => {
  const imageMessage = { mimetype: 'image/jpeg', viewOnce: true, jpegThumbnail: '/9j/' }
  const read = readMessageContent({ imageMessage }, null)
  expect([read.share.file?.isViewOnce, read.thumbnail]).toEqual([true, null])
})
