import { expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'
import { createOptOutReplies } from '../../../src/domain/optouts/opt-out-replies.ts'
import { createOptOuts, type OptOutRecord } from '../../../src/domain/optouts/opt-outs.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { createMemoryBin } from '../../support/storage/memory/memory-bin.ts'

const PHONE = '5561999990001'

async function aListener() {
  const sent: { deviceId: string; jid: string; text: string }[] = []
  const clock = createFakeClock()
  const optOuts = await createOptOuts({
    store: await createMemoryBin<OptOutRecord>(clock),
    clock,
    publish: () => undefined,
  })
  const faults: unknown[] = []
  const { onInbound } = createOptOutReplies({
    optOuts,
    findOwner: (key) => (key === 'key' ? { userId: 'loja', deviceId: 'celular' } : undefined),
    findAnswered: async () => undefined,
    reply: async (_userId, message) => {
      sent.push(message)
      if (message.jid === 'away@lid') throw new AppError('device_not_connected', 'away')
      return { messageId: '3EB0' }
    },
    onFault: (error) => faults.push(error),
  })
  const writes = (text: string, fields: Partial<InboundMessage> = {}, key = 'key') =>
    onInbound({ type: 'inbound', key, message: { ...aMessage, text, ...fields } })
  return { optOuts, sent, faults, writes }
}

const aMessage: InboundMessage = {
  messageId: '3EB0',
  chatJid: `${PHONE}@s.whatsapp.net`,
  lid: '123@lid',
  phone: PHONE,
  pushName: 'Ana',
  fromMe: false,
  text: '',
  kind: 'conversation',
  sentAt: '2026-01-15T12:00:00.000Z',
  remoteJid: '123@lid',
  participant: '',
  content: {},
  media: null,
}

test('SAIR puts its author on the list, is confirmed once, and VOLTAR takes it back', async () => {
  const { optOuts, sent, writes } = await aListener()
  await writes('*Sair*!')
  expect(await optOuts.list('loja')).toMatchObject([
    { phone: PHONE, lid: '123@lid', name: 'Ana', source: 'resposta', reason: '*Sair*!' },
  ])
  await writes('SAIR')
  expect(sent).toMatchObject([
    { deviceId: 'celular', jid: '123@lid', text: expect.stringContaining('VOLTAR') },
  ])

  await writes('voltar')
  expect(await optOuts.list('loja')).toEqual([])
  await writes('voltar')
  expect(sent).toMatchObject([{}, { text: expect.stringContaining('SAIR') }])
})

test('nothing but a person’s own word counts', async () => {
  const { optOuts, sent, writes } = await aListener()
  await writes('não me mande mais boletos')
  await writes('SAIR', { fromMe: true })
  await writes('SAIR', { chatJid: '120363000000000001@g.us' })
  await writes('SAIR', {}, 'another key')
  await writes('SAIR', { phone: null, lid: null })
  await writes('VOLTAR')
  expect(await optOuts.list('loja')).toEqual([])
  expect(sent).toEqual([])
})

test('a confirmation that cannot be sent keeps nobody on the list of recipients', async () => {
  const { optOuts, faults, writes } = await aListener()
  await writes('parar', { phone: null, remoteJid: 'away@lid' })
  expect(await optOuts.list('loja')).toMatchObject([{ phone: null, lid: '123@lid' }])
  expect(faults).toMatchObject([{ code: 'device_not_connected' }])
})
