// Storage at work in a process of its own, over the built program, so that a test can kill it or
// limit it. Tells on stdout, at once, what has been acknowledged.
import { writeSync } from 'node:fs'

const built = (name) => import(new URL(`../../../dist/server/${name}.js`, import.meta.url))
const storage = (name) => built(`storage/${name}`)
const tell = (...words) => writeSync(1, `${words.join(' ')}\n`)
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index))

const jobs = { fillLog, ledger, freeze, collection, lists, settings, direct, lock }
const [job, ...args] = process.argv.slice(2)
await jobs[job](...args)

async function fillLog(path) {
  const { openAppendLog } = await storage('files/append-log')
  const log = await openAppendLog({ path })
  for (let line = 0; ; line += 1) {
    try {
      await log.append(`line ${line}`)
      tell('acknowledged', line)
    } catch (error) {
      tell('refused', error.code)
      break
    }
  }
  await log.close()
}

async function openLedgers(dir) {
  const { createSendLedgers } = await built('domain/sending/ledger/send-ledgers')
  const { openLedgerStore } = await storage('ledger/ledger-store')
  const { clock } = await built('daemon/clock')
  return createSendLedgers({
    after: clock.after,
    store: await openLedgerStore({
      dir,
      onTornLine: ({ bytesLost }) => tell('torn', bytesLost),
    }),
    idleMs: 60_000,
    onIdleFailure: (error) => tell('failed', error.message),
  })
}

/** Sixteen recipients at a time, from intent to delivery, with a compaction now and then. */
async function ledger(dir, campaignId) {
  const ledgers = await openLedgers(dir)
  const open = await ledgers.open(campaignId)
  tell('ready')
  let next = open.attemptedCount
  const work = async () => {
    while (next < open.recipientCount) {
      const index = next
      next += 1
      const atMs = 1_700_000_000_000 + index
      const jid = `${open.get(index).phone}@s.whatsapp.net`
      await open.record({ type: 'sending', index, messageId: `id${index}`, jid, atMs })
      tell('sending', index)
      await open.record({ type: 'accepted', index, atMs })
      tell('accepted', index)
      await open.record({ type: 'delivered', index, atMs })
      tell('delivered', index)
    }
  }
  const compacting = (async () => {
    while (next < open.recipientCount) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      await open.compact()
    }
  })()
  await Promise.all([compacting, ...times(16, work)])
}

/** Freezes the audience of one campaign over and over. */
async function freeze(dir, header) {
  const ledgers = await openLedgers(dir)
  tell('ready')
  for (let round = 0; ; round += 1) {
    const count = 1_000 + (round % 7)
    const people = times(count, (index) => ({ name: `${count}`, phone: String(5_511 + index) }))
    await ledgers.create({ ...JSON.parse(header), text: String(count) }, people)
    tell('created', count)
  }
}

async function collection(dir) {
  const { openCollection } = await storage('collections/collection')
  const { z } = await import('zod')
  const schema = z.object({ id: z.string(), version: z.int(), text: z.string() })
  const records = await openCollection({ dir, name: 'things', schema })
  tell('ready')
  const work = async (writer) => {
    for (let round = 0; ; round += 1) {
      const id = `${writer}-${round % 40}`
      const version = ((await records.find('user', id))?.version ?? 0) + 1
      await records.save('user', { id, version, text: 'ã'.repeat(200 + writer) })
      tell('saved', id, version)
    }
  }
  await Promise.all(times(8, work))
}

async function lists(dir, listId, batchSize) {
  const { openContactLists } = await storage('contacts/contact-lists')
  const store = await openContactLists({ dir })
  const createdAt = new Date(0).toISOString()
  let { total } = await store.find('ana', listId)
  tell('ready')
  for (;;) {
    const contacts = times(Number(batchSize), (index) => ({
      name: `Contato ${total + index}`,
      phone: String(5_500_000_000_000 + total + index),
      createdAt,
      origin: 'csv',
    }))
    // An update now and then rewrites the whole list, with the same result.
    const known = contacts.slice(0, 1).map((contact) => ({ ...contact, phone: '5500000000000' }))
    const onDuplicate = total > 0 && total % 3 === 0 ? 'update' : 'keep'
    const all = onDuplicate === 'update' ? [...known, ...contacts] : contacts
    const result = await store.append('ana', listId, { contacts: all, onDuplicate })
    total = result.total
    tell('total', total)
  }
}

async function settings(dir) {
  const { openSettings } = await storage('collections/settings')
  const open = await openSettings({ dir })
  tell('key', Buffer.from(await open.key('secret', 16)).toString('hex'))
  tell('ready')
  for (;;) {
    const numbers = await Promise.all(times(3, () => open.nextCampaignNumber()))
    for (const number of numbers) tell('number', number)
  }
}

async function direct(dir, nowMs) {
  const atMs = Number(nowMs)
  const { openDirectSends } = await storage('messages/direct-sends')
  const open = await openDirectSends({ dir, now: () => atMs, segmentLimitSends: 50 })
  tell('ready')
  const work = async () => {
    for (;;) {
      const text = `text ${Math.random()}`
      const send = { userId: 'user', deviceKey: 'key', jid: '1@s.whatsapp.net', imageName: null }
      const index = await open.record({ ...send, text, atMs })
      tell('recorded', index, text)
      await open.note({ type: 'accepted', index, atMs })
    }
  }
  await Promise.all(times(4, work))
}

async function lock(dir) {
  const { openDataDir } = await storage('lock/data-dir')
  try {
    await openDataDir(dir)
    tell('ready', process.pid)
    setInterval(() => undefined, 1_000)
  } catch (error) {
    tell('refused', error.reason, error.pid)
  }
}
