import { expect, test } from 'vitest'
import { residentStand } from '../../support/daemon/shared.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { registerUser, until } from '../../support/daemon/user.ts'
import { differencesFrom, type Shape } from '../../support/http/shape.ts'

const resident = residentStand()

const OWN = '5561988887041'
const BRUNA = '5511970000641'
const CAIO = '5511970000642'

/**
 * The author and the chat each have both names: Evolution API 2.3.6 left the phone out where a
 * message came under a LID.
 */
const key = `{ remoteJid: string, fromMe: boolean, id: string, participant: string,
  addressingMode: string, remoteJidAlt?: string, senderLid?: string, participantAlt?: string }`
const image = `{ url: string, mimetype: string, caption: string, fileSha256: object,
  fileLength: object, mediaKey: object, fileEncSha256: object, directPath: string,
  jpegThumbnail: object, height?: number, width?: number, mediaKeyTimestamp?: object,
  interactiveAnnotations?: list, scanLengths?: list, annotations?: list }`
/** Each event with its data as the original sent it; only one of the two sends a field with `?`. */
const recorded: Readonly<Record<string, Shape>> = {
  'instance.create': '{ instanceName: string, instanceId: string }',
  'qrcode.updated': `{ qrcode: { instance: string, pairingCode: null, code: string,
    base64: string } }`,
  'connection.update': `{ instance: string, wuid?: string, profileName?: string, state: string,
    statusReason: number }`,
  'messages.upsert': `{ key: ${key}, pushName: string, status: string,
    message: { conversation?: string, imageMessage?: ${image}, base64?: string },
    contextInfo?: null, messageType: string, messageTimestamp: number, instanceId: string,
    source: string }`,
  'contacts.upsert': '{ remoteJid: string, pushName: string, instanceId: string }',
  'contacts.update': '[{ remoteJid: string, instanceId: string, pushName?: string }]',
  'chats.update': '[{ remoteJid: string, instanceId: string }]',
  'send.message': `{ key: { remoteJid: string, fromMe: boolean, id: string }, pushName: string,
    status: string, message: { conversation: string }, contextInfo: { mentionedJid: [string],
    groupMentions: [string], ephemeralSettingTimestamp?: object, disappearingMode?: object },
    messageType: string, messageTimestamp: number, instanceId: string, source: string }`,
  'messages.update': `{ keyId: string, remoteJid: string, fromMe: boolean, status: string,
    instanceId: string, messageId: string }`,
  'status.instance': `{ instance: string, status: string, disconnectionAt: string,
    disconnectionReasonCode: number, disconnectionObject: string }`,
  'logout.instance': 'null',
  'remove.instance': 'null',
  'instance.delete': '{ instanceName: string, instanceId: string }',
}
const EVENTS = Object.keys(recorded).map((name) => name.toUpperCase().replace('.', '_'))
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

test('each event of an instance’s life has the shape in which Evolution API sent it', async () => {
  const stand = resident()
  const { control } = stand
  const receiver = await aStandIn(() => ({ body: {} }))
  const user = await registerUser(stand.daemon.url())
  const heard = () => receiver.seen.map(({ text }) => JSON.parse(text))
  const hears = (name: string, count = 1) =>
    until(
      async () => heard().filter(({ event }) => event === name),
      ({ length }) => length >= count,
    )
  await user.post('/gateway/instance/create', {
    ...{ instanceName: 'loja', integration: 'WHATSAPP-BAILEYS', qrcode: true },
    webhook: { url: receiver.url, events: EVENTS, base64: true },
  })
  const [shown] = await hears('qrcode.updated')
  await control.scan({ qr: shown.data.qrcode.code, phone: OWN, name: 'Loja' })
  await user.waitForStatus('loja', 'connected')

  await control.setBehaviour(BRUNA, { readDelayMs: 0 })
  await user.post('/gateway/message/sendText/loja', { number: BRUNA, text: 'Bom dia' })
  await hears('messages.update', 2)
  const told = { from: BRUNA, to: OWN, pushName: 'Bruna' }
  await control.sendInbound({ ...told, text: 'Oi' })
  await control.sendInbound({ ...told, text: 'a foto', image: PIXEL.toString('base64') })
  await control.sendInbound({ ...told, from: CAIO, text: 'Sou o Caio', pushName: 'Caio' })
  const { group } = await control.playGroup({ by: CAIO, add: [OWN] })
  await control.sendInbound({ ...told, from: CAIO, text: 'Oi, turma', group })
  await hears('messages.upsert', 4)
  await hears('contacts.upsert')
  await hears('chats.update')
  await hears('contacts.update')
  await user.remove('/gateway/instance/logout/loja')
  await hears('logout.instance')
  await user.remove('/gateway/instance/delete/loja')
  await hears('instance.delete')

  const events = heard()
  const differences = events.flatMap(({ event, data, ...envelope }) => [
    ...differencesFrom(recorded[event] ?? 'nothing', data).map((each) => `${event}: ${each}`),
    ...differencesFrom(ENVELOPE, envelope).map((each) => `${event} itself: ${each}`),
  ])
  expect(differences).toEqual([])
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(Object.keys(recorded)))
})

/** The envelope has the own jid as `sender` once the instance is paired. */
const ENVELOPE = `{ instance: string, destination: string, date_time: string, sender?: string,
  server_url: string, apikey: string }`
