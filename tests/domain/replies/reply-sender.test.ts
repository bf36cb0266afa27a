import { expect, test } from 'vitest'
import { OWN_GATEWAY_ID } from '../../../src/contract/gateways/gateway.ts'
import { createReplySender } from '../../../src/domain/replies/reply-sender.ts'

const BETO = '5561988887777@s.whatsapp.net'

function aSender(answer: unknown = {}) {
  const calls: unknown[] = []
  const kept: unknown[] = []
  const direct: unknown[] = []
  const sender = createReplySender({
    directSends: {
      reply: async (userId, reply) => {
        direct.push({ userId, ...reply })
        return { messageId: 'A1' }
      },
    },
    gateways: {
      call: async (owner, id, { signal: _, ...request }) => {
        calls.push({ owner, id, ...request })
        return JSON.parse(JSON.stringify(answer))
      },
    },
    messages: {
      keep: async (userId, instanceKey, messages) => {
        kept.push({ userId, ...instanceKey, messages })
        return { stored: messages.length }
      },
    },
    newId: () => 'made-up',
  })
  const send = (gatewayId: string, remoteJid = BETO) =>
    sender.send(
      { userId: 'ana', gatewayId, instance: 'loja', remoteJid },
      'Olá!',
      new AbortController().signal,
    )
  return { send, calls, kept, direct }
}

test('an answer by an own device goes out as a single message, which keeps itself', async () => {
  const { send, direct, calls, kept } = aSender()
  await send(OWN_GATEWAY_ID)
  expect(direct).toEqual([{ userId: 'ana', deviceId: 'loja', jid: BETO, text: 'Olá!' }])
  expect([calls, kept]).toEqual([[], []])
})

test('an answer by another gateway is sent by its call, and stands in the thread under its id', async () => {
  const { send, calls, kept } = aSender({ key: { id: 'G7' }, status: 'SERVER_ACK' })
  await send('gw')
  expect(calls).toEqual([
    {
      owner: { id: 'ana', apiKey: '' },
      id: 'gw',
      method: 'POST',
      path: ['message', 'sendText', 'loja'],
      body: { number: '5561988887777', text: 'Olá!' },
    },
  ])
  expect(kept).toMatchObject([
    { userId: 'ana', gatewayId: 'gw', instance: 'loja', messages: [{ id: 'G7', status: 'sent' }] },
  ])
})

test('an answer without an id is kept under a made-up one, and a nameless person is written to by jid', async () => {
  const { send, calls, kept } = aSender('ok')
  await send('gw', '77@lid')
  expect(calls).toMatchObject([{ body: { number: '77@lid' } }])
  expect(kept).toMatchObject([{ messages: [{ id: 'disparo-made-up', status: null }] }])
})
