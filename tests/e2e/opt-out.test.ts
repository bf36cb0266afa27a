import { expect, test } from 'vitest'
import { phones, until } from '../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

const [ANSWERS = '', PLAIN = '', HIDDEN = '', OLD = '', LISTED = '', LAST = ''] = phones(6, 7)
const [NAMELESS = ''] = phones(1, 8)
const everybody = [ANSWERS, PLAIN, HIDDEN, OLD, LISTED, LAST]
const withoutNinth = `${OLD.slice(0, 4)}${OLD.slice(5)}`
const CONFIRMED = expect.stringContaining('responda VOLTAR')

type Stand = Awaited<ReturnType<typeof aResidentStand>>
type OptOut = {
  phone: string | null
  lid: string | null
  source: string
  campaign_id: string | null
}

test('nobody gets a campaign’s message who left after its start, however that was said', async () => {
  const stand = await aResidentStand()
  const user = stand.user()
  await stand.control.setBehaviour(HIDDEN, { hidesNumber: true })
  await stand.control.setBehaviour(OLD, { noNinthDigit: true })
  const contatos = await user.createList(everybody)
  const first = await user.createCampaign({ device_id: DEVICE, contatos, delay: 20 })
  await until(
    () => user.campaign(first.id),
    ({ sentCount }) => sentCount === 1,
  )
  await user.post(`/api/campaigns/${first.id}/pause`, {})
  expect(await user.campaign(first.id)).toMatchObject({ messages: 6, sentCount: 1 })

  await stand.writes(PLAIN, '*Sair*!!')
  await stand.writes(HIDDEN, 'PARAR')
  await stand.writes(withoutNinth, 'stop')
  await user.post('/api/optouts', { phone: LISTED, reason: 'Pediu por telefone' })
  await stand.writes(ANSWERS, 'não me mande mais boletos')
  const listed = await until(
    () => user.get<OptOut[]>('/api/optouts'),
    ({ length }) => length === 4,
  )
  expect(listed.filter(({ source }) => source === 'resposta')).toHaveLength(3)
  await user.post(`/api/campaigns/${first.id}/resume`, {})
  expect(await user.waitForEnd(first.id)).toMatchObject({ sentCount: 2, errorCount: 4 })
  const sends = await user.sends(first.id)
  expect(sends.filter(({ erro_codigo }) => erro_codigo === 'opted_out')).toHaveLength(4)
  for (const phone of [PLAIN, HIDDEN, OLD]) expect(await stand.inbox(phone)).toEqual([CONFIRMED])
  expect(await stand.inbox(LISTED)).toEqual([])

  const lid = await leavesWithoutNumber(stand)

  // Opt-outs outlive a crash, and so does the campaign that an answer belongs to.
  await stand.daemon.kill()
  await stand.restart()
  await stand.writes(LAST, 'Confirmo presença')
  await stand.writes(HIDDEN, 'Voltar')
  await until(
    () => stand.user().get<OptOut[]>('/api/optouts'),
    ({ length }) => length === 4,
  )
  const answered = await until(
    () => stand.user().campaign(first.id),
    ({ replyCount }) => replyCount === 2,
  )
  expect(answered).toMatchObject({ sentCount: 2, deliveredCount: 2, readCount: 2 })
  const replies = await stand
    .user()
    .get<object[]>(`/api/campaigns/${first.id}/sends?status=replied`)
  expect(replies).toMatchObject([
    { contato: ANSWERS, status: 'read', resposta: 'não me mande mais boletos' },
    { contato: LAST, resposta: 'Confirmo presença', replied_at: expect.any(String) },
  ])

  const listas = [await stand.user().createList([NAMELESS])]
  const second = await stand.user().createCampaign({ device_id: DEVICE, contatos, listas })
  // Only the directory, asked before a first message, tells the number of the LID.
  expect(await stand.user().waitForEnd(second.id)).toMatchObject({ messages: 4, sentCount: 3 })
  expect(await stand.user().sends(second.id)).toContainEqual(
    expect.objectContaining({ contato: NAMELESS, erro_codigo: 'opted_out', message_id: null }),
  )
  expect(await stand.inbox(NAMELESS)).toEqual(['Abrimos às 9h', CONFIRMED])
  expect(await stand.user().get('/api/optouts')).toContainEqual(
    expect.objectContaining({ phone: null, lid }),
  )
  for (const phone of [PLAIN, OLD]) expect(await stand.inbox(phone)).toEqual([CONFIRMED])
  expect(await stand.inbox(HIDDEN)).toHaveLength(3)
})

/** A contact known only by a LID writes, is answered, and opts out by one word. */
async function leavesWithoutNumber(stand: Stand): Promise<string> {
  await stand.control.setBehaviour(NAMELESS, { hidesNumber: true })
  await stand.writes(NAMELESS, 'Que horas abrem?')
  const chats = () => stand.user().get<{ remote_jid: string }[]>('/api/chats')
  const isOne = ({ remote_jid }: { remote_jid: string }) => remote_jid.endsWith('@lid')
  const lid = (await until(chats, (all) => all.some(isOne))).find(isOne)?.remote_jid ?? ''
  await stand
    .user()
    .post('/api/whatsapp/send', { deviceId: DEVICE, to: lid, text: 'Abrimos às 9h' })
  await stand.writes(NAMELESS, 'Sair.')
  await until(
    () => stand.user().get<OptOut[]>('/api/optouts'),
    (all) => all.some((each) => each.lid === lid),
  )
  const thread = await until(
    () => stand.thread(lid),
    ({ length }) => length === 4,
  )
  const said = thread.map(({ from_me, message_content }) => [from_me, message_content])
  expect(said).toEqual([
    [false, 'Que horas abrem?'],
    [true, 'Abrimos às 9h'],
    [false, 'Sair.'],
    [true, CONFIRMED],
  ])
  return lid
}
