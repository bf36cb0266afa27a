import { ExclusionReason } from '../../contract/campaigns/campaign-preview.ts'
import type { Addressee } from '../sending/recipient.ts'
import type { AudiencePlan, Audiences, Judged } from './audience.ts'

/** Why a campaign has nobody to write to. */
const nobodyReasons = {
  empty: 'Não há ninguém para quem enviar: a lista está vazia.',
  optedOut:
    'Não há ninguém para quem enviar: todas as pessoas da lista pediram para não receber mensagens.',
  leftOut: 'Não há ninguém para quem enviar: os filtros e as exclusões deixaram todos de fora.',
} as const

/** Those who get a campaign, each once, to be frozen: streamed, as its lists may have millions. */
export function readFrozenAudience(
  audiences: Pick<Audiences, 'read'>,
  {
    userId,
    plan,
    signal,
  }: { readonly userId: string; readonly plan: AudiencePlan; readonly signal: AbortSignal },
) {
  const reasons = new Set<ExclusionReason>()
  return { recipients, whyNobody }

  /**
   * Reads other campaigns' ledgers before it resolves, and only the lists after: a campaign whose
   * own ledger is being created never waits for another's, so that two cannot wait for each other.
   */
  async function recipients(): Promise<AsyncGenerator<Addressee, void, undefined>> {
    return addressees(await audiences.read(userId, plan, signal))
  }

  async function* addressees(
    judged: AsyncIterable<Judged>,
  ): AsyncGenerator<Addressee, void, undefined> {
    for await (const { contact, reason } of judged) {
      if (reason !== null) {
        reasons.add(reason)
        continue
      }
      const { name, phone, fields } = contact
      yield fields ? { name, phone, fields } : { name, phone }
    }
    signal.throwIfAborted()
  }

  /** To be called once all contacts were read. */
  function whyNobody(): string {
    reasons.delete(ExclusionReason.duplicate)
    if (reasons.size === 0) return nobodyReasons.empty
    const isOptOutAlone = reasons.size === 1 && reasons.has(ExclusionReason.optedOut)
    return isOptOutAlone ? nobodyReasons.optedOut : nobodyReasons.leftOut
  }
}
