import { toIso } from '../../clock.ts'

const HOUR_MS = 60 * 60_000

/** What signs the events of a webhook. */
export type SigningSecret = {
  readonly secret: string
  /** Signs as well until `oldSecretUntil`: receivers have time to change theirs. */
  readonly oldSecret?: string
  readonly oldSecretUntil?: string
}

/** Another secret; the one before goes on signing for some hours, or ends at once. */
export function renewed(
  before: SigningSecret,
  {
    secret,
    keptHours,
    nowMs,
  }: { readonly secret: string; readonly keptHours: number; readonly nowMs: number },
): SigningSecret {
  if (keptHours === 0) return { secret }
  const oldSecretUntil = toIso(nowMs + keptHours * HOUR_MS)
  return { secret, oldSecret: before.secret, oldSecretUntil }
}

/** The secret, and the one before while receivers may still have only that. */
export function secretsAt(signing: SigningSecret, nowMs: number): readonly string[] {
  const { secret, oldSecret } = signing
  const isOld = oldSecret !== undefined && oldUntil(signing, nowMs) !== undefined
  return isOld ? [secret, oldSecret] : [secret]
}

/** Until when the secret before signs as well; undefined where that is over. */
export function oldUntil(
  { oldSecretUntil }: Pick<SigningSecret, 'oldSecretUntil'>,
  nowMs: number,
): string | undefined {
  const isOver = oldSecretUntil === undefined || Date.parse(oldSecretUntil) <= nowMs
  return isOver ? undefined : oldSecretUntil
}
