import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aStand, type Stand } from '../support/daemon/stand.ts'
import { phones, registerUser, type User, until } from '../support/daemon/user.ts'
import { scaled } from '../support/scale.ts'

let stand: Stand
let user: User

const PEOPLE = scaled(100, { full: 1_000 })

describe.each(['files', 'postgres'] as const)('over %s', (storage) => {
  beforeAll(async () => {
    stand = await aStand('campaign', { storage })
    user = await registerUser(stand.daemon.url())
  })

  afterAll(() => stand?.close())

  test('everybody of a long list gets text and image exactly once, and the counters equal their inboxes', async () => {
    const device = await user.pair(stand.control, '5561988880001')
    const audience = phones(PEOPLE)
    const image = await sharp({
      create: { width: 320, height: 180, channels: 3, background: '#d4af37' },
    })
      .png()
      .toBuffer()
    const { id } = await user.createCampaign({
      device_id: device,
      contatos: await user.createList(audience),
      imagem: await user.uploadImage(new Uint8Array(image)),
    })

    const ended = await user.waitForEnd(id)
    expect(ended).toMatchObject({
      status: 'Concluída',
      messages: PEOPLE,
      sentCount: PEOPLE,
      errorCount: 0,
    })

    const sends = await user.sends(id)
    const inbox = new Map<string, object>()
    for await (const message of stand.control.inboxes()) inbox.set(message.messageId, message)
    expect(sends.map(({ contato }) => contato).sort()).toEqual([...audience].sort())
    expect(inbox.size).toBe(PEOPLE)
    const mediaSha256 = createHash('sha256').update(image).digest('hex')
    for (const { contato, message_id } of sends) {
      expect(inbox.get(message_id ?? '')).toMatchObject({
        phone: contato,
        times: 1,
        mediaSha256,
        caption: `Olá, Cliente ${audience.indexOf(contato)}!`,
      })
    }
    const delivered = await until(
      () => user.campaign(id),
      ({ deliveredCount }) => deliveredCount === PEOPLE,
    )
    expect(delivered.sentCount).toBe(PEOPLE)
  })

  test('two users with a device of the same name send side by side, and see only their own', async () => {
    const other = await registerUser(stand.daemon.url())
    const deviceId = '5561988880009'
    await user.pair(stand.control, deviceId)
    await other.pair(stand.control, deviceId)
    const mine = await user.createCampaign({
      device_id: deviceId,
      contatos: await user.createList(phones(25, 1)),
    })
    const theirs = await other.createCampaign({
      device_id: deviceId,
      contatos: await other.createList(phones(25, 2)),
    })
    expect(await user.waitForEnd(mine.id)).toMatchObject({ sentCount: 25 })
    expect(await other.waitForEnd(theirs.id)).toMatchObject({ sentCount: 25 })
    expect((await other.raw(`/api/campaigns/${mine.id}`)).status).toBe(404)
    expect((await other.raw(`/api/campaigns/${mine.id}/sends`)).status).toBe(404)
    expect(await other.get('/api/campaigns')).toHaveLength(1)
  })

  test('who is not on WhatsApp is never written to, and an old number is found under its other form', async () => {
    const device = await user.pair(stand.control, '5561988880003')
    const [absent = '', old = '', refusing = '', plain = ''] = phones(4, 3)
    await stand.control.setBehaviour(absent, { absent: true })
    await stand.control.setBehaviour(old, { noNinthDigit: true })
    await stand.control.setBehaviour(refusing, { ackError: 479 })
    const { id } = await user.createCampaign({
      device_id: device,
      contatos: await user.createList([absent, old, refusing, plain]),
    })
    const ended = await user.waitForEnd(id)
    expect(ended).toMatchObject({ status: 'Concluída com erros', sentCount: 2, errorCount: 2 })
    const byPhone = new Map((await user.sends(id)).map((send) => [send.contato, send]))
    expect(byPhone.get(absent)).toMatchObject({
      status: 'error',
      erro_codigo: 'not_on_whatsapp',
      message_id: null,
    })
    expect(byPhone.get(refusing)).toMatchObject({ status: 'error', erro_codigo: 'refused' })
    expect(byPhone.get(old)?.jid).toBe(`${old.slice(0, 4)}${old.slice(5)}@s.whatsapp.net`)
    const received = await stand.received()
    expect(received.has(absent)).toBe(false)
    expect(received.get(old)?.size).toBe(1)
  })

  test('reads show as Lido, and the results come as CSV too', async () => {
    const device = await user.pair(stand.control, '5561988880004')
    const [reader = ''] = phones(1, 4)
    const { id } = await user.createCampaign({
      device_id: device,
      contatos: await user.createList([reader]),
    })
    await user.waitForEnd(id)
    await stand.control.markRead(reader)
    await until(
      () => user.campaign(id),
      ({ readCount }) => readCount === 1,
    )
    expect((await user.sends(id))[0]).toMatchObject({ contato: reader, status: 'read' })
    const csv = await (await user.raw(`/api/campaigns/${id}/sends?format=csv`)).text()
    expect(csv.split(/\r?\n/)[0]).toBe(
      'id,contato,nome,status,data_envio,erro,erro_codigo,device_id,jid,texto,tentativas,message_id,delivered_at,read_at,replied_at,resposta',
    )
    expect(csv).toContain(reader)
  })

  test('a single message is answered once it is acknowledged, or with what stood in the way', async () => {
    const device = await user.pair(stand.control, '5561988880005')
    const [plain = '', absent = ''] = phones(2, 5)
    await stand.control.setBehaviour(absent, { absent: true })
    const sent = await user.post<{ messageId: string; status: string }>('/api/whatsapp/send', {
      deviceId: device,
      to: plain,
      text: 'Oi',
    })
    expect(sent.status).toBe('success')
    expect([...((await stand.received()).get(plain)?.keys() ?? [])]).toEqual([sent.messageId])
    await expect(
      user.post('/api/whatsapp/send', { deviceId: device, to: absent, text: 'Oi' }),
    ).rejects.toMatchObject({ status: 422, body: { code: 'not_on_whatsapp' } })
    await user.remove(`/api/whatsapp/session/${device}`)
    await expect(
      user.post('/api/whatsapp/send', { deviceId: device, to: plain, text: 'Oi' }),
    ).rejects.toMatchObject({ status: 409, body: { code: 'device_not_connected' } })
  })
})
