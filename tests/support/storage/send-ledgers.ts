import { clock } from '../../../src/daemon/clock.ts'
import { createSendLedgers } from '../../../src/domain/sending/ledger/send-ledgers.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import type { LedgerHeader, SendLedger } from '../../../src/domain/sending/send-ledger.ts'
import { textsOf } from '../../../src/domain/sending/variants.ts'
import type { TornLine } from '../../../src/storage/files/append-log.ts'
import { openLedgerStore } from '../../../src/storage/ledger/ledger-store.ts'

/** A campaign's ledger for tests of its files: its header, its audience, its facts. */

export const header: LedgerHeader = {
  campaignId: '7',
  campaignNumber: 7,
  userId: 'user',
  deviceKey: 'device-key',
  deviceId: '5511987654321',
  text: 'Olá {nome}',
  imageName: null,
  knownFields: ['cidade'],
  startedAt: '2026-11-21T13:00:00.000Z',
}

/** The same header with three variants. */
export const headerOfThree: LedgerHeader = {
  ...header,
  ...textsOf({ text: header.text, variants: ['Bom dia, {nome}', 'Oi'] }),
}

export function people(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `Pessoa ${index}`,
    phone: String(5_511_900_000_000 + index),
    ...(index % 3 === 0 && { fields: { cidade: 'São Paulo', saldo: String(index) } }),
  }))
}

/** The ledgers of a folder. */
export async function openSendLedgers({
  idleMs,
  onIdleFailure,
  ...options
}: Omit<Parameters<typeof createSendLedgers>[0], 'store' | 'after'> &
  Parameters<typeof openLedgerStore>[0]) {
  const store = await openLedgerStore(options)
  return createSendLedgers({ store, after: clock.after, idleMs, onIdleFailure })
}

type LedgerOptions = Parameters<typeof openSendLedgers>[0]

/** The ledgers of a folder in which nothing may be torn, and nothing fail. */
export function soundLedgersIn(dir: string, options: Partial<LedgerOptions> = {}) {
  const fail = (error: unknown) => {
    throw error
  }
  return openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: fail,
    onIdleFailure: fail,
    ...options,
  })
}

/** The ledgers of a folder, with the torn lines that they reported. */
export async function ledgersIn(dir: string, options: Partial<LedgerOptions> = {}) {
  const torn: TornLine[] = []
  const ledgers = await soundLedgersIn(dir, { onTornLine: (line) => torn.push(line), ...options })
  return { ledgers, torn }
}

export const rowsOf = (ledger: SendLedger) =>
  Array.from({ length: ledger.recipientCount }, (_, index) => ledger.get(index))

/** What a ledger shows, in full. */
export function stateOf(ledger: SendLedger) {
  return {
    header: ledger.header,
    rows: rowsOf(ledger),
    counts: ledger.counts,
    attempted: Array.from({ length: ledger.attemptedCount }, (_, order) =>
      ledger.attemptedAt(order),
    ),
    inFlight: ledger.inFlight(),
    waiting: waitingOf(ledger),
  }
}

function waitingOf(ledger: SendLedger): number[] {
  const waiting: number[] = []
  for (let at = ledger.nextWaiting(0); at !== undefined; at = ledger.nextWaiting(at + 1)) {
    waiting.push(at)
  }
  return waiting
}

/** The intent to write to one recipient. */
export const sending = (index: number): SendFact => ({
  type: 'sending',
  index,
  messageId: `3EB0${index}`,
  jid: `${5_511_900_000_000 + index}@s.whatsapp.net`,
  atMs: 1_700_000_000_000 + index,
})
