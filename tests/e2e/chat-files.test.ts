import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { until } from '../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5511970000601'

test('what a phone sent is opened byte for byte, asked of it again once it is gone, and while the device is away', async () => {
  const { control, user, thread } = await aResidentStand()
  const pdf = randomBytes(700_000)
  const { messageId } = await control.sendInbound({
    ...{ from: BRUNA, to: DEVICE, text: '' },
    file: {
      ...{ kind: 'document', bytes: pdf.toString('base64') },
      ...{ mimeType: 'application/pdf', name: 'Tabela de preços.pdf' },
    },
  })
  await control.sendInbound({
    ...{ from: BRUNA, to: DEVICE, text: '' },
    place: { latitude: -15.79, longitude: -47.88, name: 'Padaria' },
  })
  await control.sendInbound({
    ...{ from: BRUNA, to: DEVICE, text: '' },
    contact: { name: 'Carla Dias', phone: '5561999990003' },
  })
  const shown = await until(
    () => thread(BRUNA),
    (messages) => messages.length === 3,
  )
  expect(shown).toMatchObject([
    { id: messageId, file: { name: 'Tabela de preços.pdf', bytes: 700_000, openable: true } },
    { location: { latitude: -15.79, longitude: -47.88, name: 'Padaria' } },
    { contacts: [{ name: 'Carla Dias', numbers: [{ phone: '5561999990003' }] }] },
  ])

  const open = () => user().raw(`/api/chats/media?instance=${DEVICE}&message_id=${messageId}`)
  const whole = await open()
  expect(whole.headers.get('content-disposition')).toContain('Tabela%20de%20pre%C3%A7os.pdf')
  expect(Buffer.from(await whole.arrayBuffer()).equals(pdf)).toBe(true)

  // WhatsApp has deleted the file, and the account's phone uploads it again.
  await control.setFaults({ failDownloads: { status: 410, count: 1 } })
  const again = await open()
  expect(Buffer.from(await again.arrayBuffer()).equals(pdf)).toBe(true)

  await control.setFaults({ failDownloads: { status: 403, count: 1 }, phoneFiles: 'lost' })
  const gone = await open()
  expect([gone.status, await gone.json()]).toMatchObject([
    410,
    { message: 'O WhatsApp já apagou este arquivo. Peça para a pessoa enviar de novo.' },
  ])

  await control.setFaults({ phoneFiles: null })
  await user().remove(`/api/whatsapp/session/${DEVICE}`)
  expect((await open()).status).toBe(200)
  await control.setFaults({ failDownloads: { status: 404, count: 1 } })
  const away = await open()
  expect([away.status, await away.json()]).toMatchObject([
    409,
    { message: expect.stringContaining('Conecte este WhatsApp para pedir outra ao celular.') },
  ])
})
