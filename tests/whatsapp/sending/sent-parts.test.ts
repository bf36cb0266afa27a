import { expect, test } from 'vitest'
import {
  contactPart,
  locationPart,
  pollPart,
  reactionPart,
} from '../../../src/domain/gateways/message-parts.ts'
import { eventually } from '../../support/eventually.ts'
import { aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const SECRET = Buffer.alloc(32, 7).toString('base64')

test('a reaction, a location, a contact and a poll are read by the phone as such', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator)
  await pair('d1')
  const key = { remoteJid: `${ANA}@s.whatsapp.net`, fromMe: true, id: '3EB0AA' }
  const contact = [{ fullName: 'Ana, da Loja', phoneNumber: '+55 61 97777-0001' }]
  const parts = [
    reactionPart({ key, reaction: '👍' }, 1_768_478_400_000),
    locationPart({ number: ANA, latitude: -15.79, longitude: -47.88, name: 'Loja' }),
    contactPart({ number: ANA, contact }),
    contactPart({ number: ANA, contact: [...contact, ...contact] }),
    pollPart({ number: ANA, name: 'Hora?', selectableCount: 1, values: ['8h', '9h'] }, SECRET),
  ]
  for (const part of parts) {
    const content = { text: '', media: null, part }
    expect(await send('d1', { to: ANA, content })).toMatchObject({ kind: 'accepted' })
  }

  await eventually(async () => (await simulator.control.stats()).messages === parts.length)
  const vcard = expect.stringMatching(
    /^BEGIN:VCARD\n.*\nFN:Ana\\, da Loja\nitem1\.TEL;waid=5561977770001:/s,
  )
  expect(await simulator.control.inbox(ANA)).toMatchObject([
    { type: 'reaction', parts: { reactionMessage: { text: '👍', key } } },
    {
      type: 'location',
      parts: {
        locationMessage: { degreesLatitude: -15.79, degreesLongitude: -47.88, name: 'Loja' },
      },
    },
    { type: 'contact', parts: { contactMessage: { displayName: 'Ana, da Loja', vcard } } },
    { type: 'contact', parts: { contactsArrayMessage: { contacts: [{ vcard }, { vcard }] } } },
    {
      type: 'poll',
      parts: {
        pollCreationMessageV3: {
          name: 'Hora?',
          options: [{ optionName: '8h' }, { optionName: '9h' }],
          selectableOptionsCount: 1,
        },
        messageContextInfo: { messageSecret: SECRET },
      },
    },
  ])
})
