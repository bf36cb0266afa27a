import { describe, expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { phoneJid } from '../../../src/contract/jid.ts'
import type { InboundMessage } from '../../../src/domain/messenger.ts'
import { keepDevice } from '../../support/domain/kept.ts'
import { eventually } from '../../support/eventually.ts'
import { anApp, asJson } from '../../support/http/app.ts'

const DEVICE = '5561988880000'
const ANA = '5561999990001'
/** A number that WhatsApp knows without its ninth digit. */
const ANA_SHORT = '556199990001'
const BIA = '5561999990002'
const chat = { instance: DEVICE, remote_jid: phoneJid(ANA) }

/** A user with one connected device, and the people who write to it. */
async function anInbox() {
  const made = await anApp()
  const { parts, clock, whatsapp } = made
  const user = await made.register()
  await keepDevice(made, user, { deviceId: DEVICE })
  const key = (await parts.devices.findKey(user.id, DEVICE)) ?? ''
  let last = 0
  const hears = async (from: string, text: string, fields: Partial<InboundMessage> = {}) => {
    last += 1
    clock.advance(1_000)
    const jid = phoneJid(from)
    await whatsapp.tell({
      type: 'inbound',
      key,
      message: {
        ...{ messageId: `IN${last}`, chatJid: jid, lid: null, phone: from, pushName: 'Aninha' },
        ...{ fromMe: false, text, kind: 'conversation', remoteJid: jid, participant: '' },
        ...{ sentAt: new Date(clock.now()).toISOString(), content: {}, media: null },
        ...fields,
      },
    })
  }
  // A session ends after a week, the key does not.
  const headers = { authorization: `Bearer ${user.apikey}` }
  const get = async (path: string) => (await user.call(path, { headers })).json()
  const thread = (phone = ANA) =>
    get(`/api/webhook-messages?instance=${DEVICE}&remote_jid=${phone}`)
  const shown = async (phone = ANA) => {
    const all: { message_content: string; status: string | null; campanha?: { name: string } }[] =
      await thread(phone)
    return all.map(
      ({ message_content, status, campanha }) => [message_content, status, campanha] as const,
    )
  }
  const unread = async () => (await get('/api/chats/unread')).conversations
  const chats = () => get('/api/chats')
  const post = (path: string, body: object) => user.call(path, asJson(body))
  const addsList = async (name: string) => {
    const contatos = [{ name, phone: ANA }]
    const { id } = await (await post('/api/contacts', { name: 'Turma A', contatos })).json()
    return id
  }
  const sends = async (name: string) => {
    const { id } = await parts.campaigns.create(
      { id: user.id, instanceName: 'loja' },
      {
        ...{
          name,
          text: 'Oi, {nome}!',
          deviceId: DEVICE,
          contactListId: await addsList('Ana Lima'),
        },
        ...{ intervalSeconds: 0, status: CampaignStatus.scheduled },
      },
    )
    await eventually(async () => {
      clock.advance(100)
      return (await parts.campaigns.get(user.id, id)).status === CampaignStatus.done
    })
    return id
  }
  return { ...made, user, headers, key, hears, thread, shown, unread, chats, post, sends, addsList }
}

test('a long inbox is listed whole, and written in pieces between which others have their turn', async () => {
  const { user, hears, headers } = await anInbox()
  for (let person = 0; person < 400; person += 1) {
    await hears(`55619${90_000_000 + person}`, 'Quero saber mais sobre a rematrícula')
  }

  const { body } = await user.call('/api/chats', { headers })

  const pieces: Uint8Array[] = []
  if (body) for await (const piece of body) pieces.push(piece)
  const listed: { remote_jid: string }[] = JSON.parse(Buffer.concat(pieces).toString())
  expect(new Set(listed.map(({ remote_jid }) => remote_jid)).size).toBe(400)
  expect(listed[0]).toMatchObject({ remote_jid: phoneJid('5561990000399'), unread: 1 })
  expect(pieces.length).toBeGreaterThan(2)
})

describe('a message of a campaign', () => {
  test('stands in its thread with the campaign’s name and its own status, answered or not', async () => {
    const { clock, whatsapp, key, hears, shown, chats, sends, user, unread, headers } =
      await anInbox()
    const id = await sends('Rematrícula')
    const campanha = { id, name: 'Rematrícula' }
    expect(await shown()).toEqual([['Oi, Ana Lima!', 'sent', campanha]])
    expect(await chats()).toEqual([])

    const messageIds = [whatsapp.sent[0]?.messageId ?? '']
    const at = new Date(clock.now()).toISOString()
    await whatsapp.tell({ type: 'receipt', key, messageIds, kind: 'delivered', at })
    expect(await shown()).toEqual([['Oi, Ana Lima!', 'delivered', campanha]])

    await hears(ANA, 'Quero saber mais')
    await hears(ANA, 'Alô?')
    const talk = [
      ['Oi, Ana Lima!', 'read', campanha],
      ['Quero saber mais', null, undefined],
      ['Alô?', null, undefined],
    ]
    expect(await shown()).toEqual(talk)
    expect(await chats()).toMatchObject([
      {
        ...{ contact_name: 'Ana Lima', push_name: 'Aninha', last_message: 'Alô?', unread: 2 },
        ...{ last_from_me: false, evolution_id: 'own', instance: DEVICE, opted_out: false },
      },
    ])
    expect(await unread()).toBe(1)

    // Campaign messages are looked for within a week; this one is kept in the thread by now.
    clock.advance(30 * 24 * 60 * 60_000)
    expect(await shown()).toEqual(talk)
    await user.call(`/api/campaigns/${id}`, { method: 'DELETE', headers })
    expect((await shown())[0]).toEqual(['Oi, Ana Lima!', 'read', { id, name: null }])
  })

  test('stays in a thread that somebody has opened, and begins none', async () => {
    const { clock, hears, shown, sends, chats } = await anInbox()
    await hears(ANA, 'Bom dia')
    await sends('Rematrícula')
    const texts = async () => (await shown()).map(([text]) => text)
    expect(await texts()).toEqual(['Bom dia', 'Oi, Ana Lima!'])
    await eventually(async () => (await chats())[0].last_from_me)
    // Only the ledger knows the message's status, and the list of chats asks no ledger.
    expect(await chats()).toMatchObject([{ last_status: null }])
    clock.advance(30 * 24 * 60 * 60_000)
    expect(await texts()).toEqual(['Bom dia', 'Oi, Ana Lima!'])
  })

  test('is one of several of a day, which are all in the thread', async () => {
    const { clock, hears, shown, sends, webhooks, parts } = await anInbox()
    const campaignsIn = async () => (await shown()).map(([text, , of]) => of?.name ?? text)
    const sendsOne = async (name: string) => {
      clock.advance(60_000)
      await sends(name)
      await parts.personIndexing.catchUp()
    }
    await sendsOne('Convite')
    await sendsOne('Lembrete')
    await hears(ANA, 'Sim')
    expect(await campaignsIn()).toEqual(['Convite', 'Lembrete', 'Sim'])
    await sendsOne('Último aviso')
    await sendsOne('Obrigado')
    const talk = ['Convite', 'Lembrete', 'Sim', 'Último aviso', 'Obrigado']
    expect(await campaignsIn()).toEqual(talk)

    // Also where nobody opens the thread for a week.
    await sendsOne('Segunda')
    await sendsOne('Terça')
    for (let day = 0; day < 10; day += 1) {
      clock.advance(24 * 60 * 60_000)
      await webhooks.threadKeeping.keepAgeing()
    }
    expect(await campaignsIn()).toEqual([...talk, 'Segunda', 'Terça'])
  })

  test('stays in a thread that nobody opened in its week', async () => {
    const { clock, hears, shown, sends, chats, webhooks } = await anInbox()
    const texts = async (phone = ANA) => (await shown(phone)).map(([text]) => text)
    await hears(ANA, 'Bom dia')
    clock.advance(60_000)
    await sends('Rematrícula')
    for (let day = 0; day < 10; day += 1) {
      clock.advance(24 * 60 * 60_000)
      await webhooks.threadKeeping.keepAgeing()
    }
    expect(await texts()).toEqual(['Bom dia', 'Oi, Ana Lima!'])
    expect(await chats()).toMatchObject([{ last_message: 'Oi, Ana Lima!', unread: 1 }])
    await hears(ANA, 'Ainda dá tempo?')
    expect(await texts()).toEqual(['Bom dia', 'Oi, Ana Lima!', 'Ainda dá tempo?'])
  })

  test('is in the thread of whoever first writes after weeks, by any name', async () => {
    const { clock, hears, shown, sends, chats, parts } = await anInbox()
    await sends('Rematrícula')
    await sends('Reunião')
    await parts.personIndexing.catchUp()
    clock.advance(40 * 24 * 60 * 60_000)
    const texts = async () => (await shown()).map(([text, , campanha]) => [text, campanha])
    const sent = [
      ['Oi, Ana Lima!', { id: '1', name: 'Rematrícula' }],
      ['Oi, Ana Lima!', { id: '2', name: 'Reunião' }],
    ]
    // They show before anybody has written there, too, and begin no conversation.
    expect(await texts()).toEqual(sent)
    expect(await chats()).toEqual([])
    const lid = `9${ANA}@lid`
    await hears(ANA_SHORT, 'Ainda dá tempo?', { lid, chatJid: phoneJid(ANA) })
    expect(await texts()).toEqual([...sent, ['Ainda dá tempo?', undefined]])
    await hears(ANA, 'Alô?')
    expect(await texts()).toHaveLength(4)
  })

  test('is in an old thread too that nobody kept it in while the daemon was down', async () => {
    const { clock, hears, shown, sends, parts } = await anInbox()
    await hears(ANA, 'Bom dia')
    clock.advance(60_000)
    await sends('Rematrícula')
    await parts.personIndexing.catchUp()
    clock.advance(12 * 24 * 60 * 60_000)
    await hears(ANA, 'Ainda dá tempo?')
    const texts = (await shown()).map(([text]) => text)
    expect(texts).toEqual(['Bom dia', 'Oi, Ana Lima!', 'Ainda dá tempo?'])
  })

  test('is nobody else’s', async () => {
    const { sends, thread, register } = await anInbox()
    await sends('Rematrícula')
    const [message] = await thread()
    const other = await register('Outra loja')
    const webhook = await (await other.call('/api/webhooks')).json()
    // Another user's gateway claims the message as its own.
    const key = { remoteJid: phoneJid(ANA), fromMe: true, id: message.id }
    const data = { key, message: { conversation: 'Falsa' } }
    const event = { event: 'messages.upsert', instance: DEVICE, data }
    await other.call(new URL(webhook.url).pathname, asJson(event))
    const path = `/api/webhook-messages?instance=${DEVICE}&remote_jid=${ANA}`
    const [forged] = await (await other.call(path)).json()
    expect(forged).toMatchObject({ message_content: 'Falsa', status: null })
    expect(forged.campanha?.name ?? null).toBeNull()
  })
})

describe('what is unread', () => {
  test('counts by conversation until it is opened, and no more once the phone answered', async () => {
    const { hears, unread, chats, post, user } = await anInbox()
    await hears(ANA, 'Oi')
    await hears(BIA, 'Olá')
    await hears(BIA, 'Tudo bem?')
    await hears(BIA, '', { kind: 'reactionMessage' })
    expect(await unread()).toBe(2)
    const counts = async () => {
      const all: { remote_jid: string; unread: number }[] = await chats()
      return Object.fromEntries(all.map((each) => [each.remote_jid, each.unread]))
    }
    expect(await counts()).toEqual({ [phoneJid(ANA)]: 1, [phoneJid(BIA)]: 2 })

    expect((await post('/api/chats/read', { ...chat, message_id: 'IN1' })).status).toBe(204)
    expect((await post('/api/chats/read', chat)).status).toBe(204)
    expect(await unread()).toBe(1)
    await hears(BIA, 'Sim', { fromMe: true })
    expect(await counts()).toEqual({ [phoneJid(ANA)]: 0, [phoneJid(BIA)]: 0 })
    expect(await unread()).toBe(0)

    const refused = await post('/api/chats/read', { ...chat, remote_jid: 'não é' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ details: [{ path: 'remote_jid' }] })
    expect((await user.call('/api/chats?evolution_id=nenhum')).status).toBe(404)
  })

  test('goes by the contact list’s name, also under the number’s short form, and says who left', async () => {
    const { hears, chats, addsList } = await anInbox()
    await hears(ANA_SHORT, 'SAIR')
    expect(await chats()).toMatchObject([
      { contact_name: null, push_name: 'Aninha', opted_out: true },
    ])
    await addsList('Ana Lima')
    await addsList('Ana de Souza')
    expect(await chats()).toMatchObject([{ contact_name: 'Ana de Souza' }])
    await hears('0', 'Novidades do WhatsApp')
    expect(await chats()).toMatchObject([{ contact_name: null }, { contact_name: 'Ana de Souza' }])
  })
})

describe('a note', () => {
  test('stands in the conversation, is sent to nobody and counts as nothing unread', async () => {
    const { hears, post, thread, chats, whatsapp, unread } = await anInbox()
    await hears(ANA, 'Me liga?')
    const answer = await post('/api/chats/notes', { ...chat, text: '  Ligar na segunda ' })
    expect(answer.status).toBe(201)
    const note = { message_content: 'Ligar na segunda', message_type: 'note', from_me: true }
    expect(await answer.json()).toMatchObject(note)
    expect((await thread()).at(-1)).toMatchObject({ ...note, status: null })
    expect(await chats()).toMatchObject([{ last_type: 'note', last_message: 'Ligar na segunda' }])
    expect([whatsapp.sent.length, await unread()]).toEqual([0, 1])

    const empty = await post('/api/chats/notes', { ...chat, text: ' ' })
    expect(await empty.json()).toMatchObject({
      details: [{ path: 'text', message: 'Informe o texto.' }],
    })
  })

  test('or a message: what Enviar does is remembered for each user', async () => {
    const { user, register } = await anInbox()
    const other = await register('Outra loja')
    const settings = async (who: typeof user) => (await who.call('/api/chats/settings')).json()
    expect(await settings(user)).toEqual({ enviar: null })
    await user.call('/api/chats/settings', asJson({ enviar: 'anotacao' }, 'PUT'))
    expect([await settings(user), await settings(other)]).toEqual([
      { enviar: 'anotacao' },
      { enviar: null },
    ])
    const refused = await user.call('/api/chats/settings', asJson({ enviar: 'fax' }, 'PUT'))
    expect(await refused.json()).toMatchObject({ details: [{ path: 'enviar' }] })
  })
})
