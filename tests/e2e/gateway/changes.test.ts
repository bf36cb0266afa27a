import { expect, test } from 'vitest'
import { until } from '../../support/daemon/user.ts'
import { aWebhookStand, DEVICE } from '../../support/daemon/webhook-stand.ts'

const BRUNA = '5511970000601'
const CAIO = '5511970000602'

// Needs its own stand: the account keeps the changes.
test('what an instance sent is edited and taken back on the phone, and its presence is shown there', async () => {
  const { control, linked, user } = await aWebhookStand('gateway-changes')
  const { key } = await user().post<{ key: { id: string; remoteJid: string; fromMe: true } }>(
    `/gateway/message/sendText/${DEVICE}`,
    { number: BRUNA, text: 'Custa R$ 10' },
  )
  await user().post(`/gateway/chat/updateMessage/${DEVICE}`, {
    ...{ number: BRUNA, key, text: 'Custa R$ 12' },
  })
  const response = await user().raw(`/gateway/chat/deleteMessageForEveryone/${DEVICE}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key),
  })
  expect(response.status).toBe(201)
  const inbox = await until(
    () => control.inbox(BRUNA),
    ({ length }) => length === 3,
  )
  const changed = { key: { id: key.id, fromMe: true } }
  expect(inbox.slice(1)).toMatchObject([
    {
      parts: {
        protocolMessage: {
          ...changed,
          type: 'MESSAGE_EDIT',
          editedMessage: { conversation: 'Custa R$ 12' },
        },
      },
      edit: '1',
    },
    { parts: { protocolMessage: changed }, edit: '7' },
  ])

  const answer = await user().post(`/gateway/chat/sendPresence/${DEVICE}`, {
    ...{ number: BRUNA, presence: 'recording', delay: 1 },
  })
  expect(answer).toEqual({ presence: 'recording' })
  const typing = async () => (await linked())?.told.filter(({ about }) => about === 'typing') ?? []
  await until(typing, ({ length }) => length === 2)
  expect((await typing()).map(({ what }) => what)).toEqual(['audio', 'paused'])

  await user().post(`/gateway/instance/setPresence/${DEVICE}`, { presence: 'available' })
  await until(
    async () => (await linked())?.presences.at(-1)?.type,
    (type) => type === 'available',
  )

  await user().post(`/gateway/chat/updateBlockStatus/${DEVICE}`, { number: BRUNA, status: 'block' })
  await user().post(`/gateway/chat/updateProfileStatus/${DEVICE}`, { status: 'Aberto até às 18h' })
  const told = (await linked())?.told.map(({ what, about }) => [what, about]) ?? []
  expect(told.slice(-2)).toEqual([
    ['block', expect.stringMatching(/@lid$/)],
    ['about', 'Aberto até às 18h'],
  ])
  await user().post(`/gateway/message/sendList/${DEVICE}`, {
    ...{ number: BRUNA, title: 'Horários', description: 'Responda com o número.' },
    ...{ buttonText: 'Ver', footerText: 'Clínica' },
    sections: [
      { title: 'Amanhã', rows: [{ title: '9h', description: 'Dra. Ana', rowId: 'a' }] },
      { title: 'Sexta', rows: [{ title: '14h', rowId: 'b' }] },
    ],
  })
  await user().post(`/gateway/message/sendButtons/${DEVICE}`, {
    ...{ number: BRUNA, title: 'Confirma?' },
    buttons: [
      { type: 'url', displayText: 'Mapa', url: 'https://exemplo.com.br' },
      { type: 'reply', displayText: 'Sim', id: 's' },
      { type: 'reply', displayText: 'Não', id: 'n' },
    ],
  })
  await user().post(`/gateway/message/sendButtons/${DEVICE}`, {
    number: BRUNA,
    buttons: [{ type: 'pix', name: 'Loja', keyType: 'email', key: 'loja@exemplo.com.br' }],
  })
  const chosen = await until(
    () => control.inbox(BRUNA),
    ({ length }) => length === 6,
  )
  expect(chosen.slice(3).map(({ text }) => text)).toEqual([
    '*Horários*\n\nResponda com o número.\n\n*Amanhã*\n1. 9h - Dra. Ana\n\n*Sexta*\n2. 14h\n\n_Clínica_',
    '*Confirma?*\n\nMapa: https://exemplo.com.br\n1. Sim\n2. Não',
    'Pix para Loja, chave e-mail:\nloja@exemplo.com.br',
  ])

  await control.setBehaviour(BRUNA, { hasPicture: true })
  const pictureOf = (number: string) =>
    user().post(`/gateway/chat/fetchProfilePictureUrl/${DEVICE}`, { number })
  expect(await pictureOf(BRUNA)).toMatchObject({
    profilePictureUrl: expect.stringContaining(`/picture/${BRUNA}.jpg`),
  })
  expect(await pictureOf(CAIO)).toMatchObject({ profilePictureUrl: null })
})
