import type { FieldError } from '../../contract/error-json.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'

type Invited = {
  readonly jid: string
  /** As the caller wrote it. */
  readonly number: string
}

type Unsent = Invited & { readonly reason: string }

/** Refusals that the next person would meet as well. */
const refusingAll: ReadonlySet<ErrorCode> = new Set(['too_many', 'device_not_connected'])

const NOT_TRIED = 'não foi enviado'
const MAY_HAVE_IT = 'pode ter recebido: verifique antes de repetir'
const REPEAT = 'Estes convites não foram enviados, e podem ser repetidos:'

/**
 * Invites people one after the other. A refusal by WhatsApp does not end the round: whoever
 * repeated the call would write to the others twice. Where nobody can be written to any more, and
 * where it is unknown whether an invitation has arrived, the rest is left to the caller.
 * @throws AppError `invites_unsent` with the numbers to repeat it for; `invites_doubtful` with
 * those and the one that may have arrived; the error itself where nobody was invited, always for
 * the same reason
 */
export async function inviteAll(
  people: readonly Invited[],
  send: (jid: string) => Promise<unknown>,
): Promise<void> {
  const errors: AppError[] = []
  const unsent: Unsent[] = []
  for (const [index, person] of people.entries()) {
    const error = await refusalOf(send(person.jid))
    if (!error) continue
    const untried = people.slice(index + 1).map((each) => ({ ...each, reason: NOT_TRIED }))
    if (error.code === 'not_confirmed') {
      throw people.length === 1 ? error : invitesDoubtful(person, [...unsent, ...untried])
    }
    errors.push(error)
    unsent.push({ ...person, reason: error.text })
    if (!refusingAll.has(error.code)) continue
    unsent.push(...untried)
    break
  }
  const [first] = errors
  if (!first) return
  const isOneReason = errors.every(({ code }) => code === first.code)
  throw isOneReason && unsent.length === people.length ? first : invitesUnsent(unsent)
}

async function refusalOf(sending: Promise<unknown>): Promise<AppError | null> {
  try {
    await sending
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Names the people who got no invitation. */
function invitesUnsent(unsent: readonly Unsent[]): AppError {
  return failure('invites_unsent', `${unsent.length} invitations`, unsent.map(lineOf))
}

/** Whoever repeated the call for the person in doubt might write to them twice. */
function invitesDoubtful(doubtful: Invited, unsent: readonly Unsent[]): AppError {
  const rest = unsent.length === 0 ? [] : [{ path: '', message: REPEAT }, ...unsent.map(lineOf)]
  const lines = [lineOf({ ...doubtful, reason: MAY_HAVE_IT }), ...rest]
  return failure('invites_doubtful', `one in doubt, ${unsent.length} unsent`, lines)
}

function failure(code: ErrorCode, detail: string, lines: readonly FieldError[]): AppError {
  const { text } = new AppError(code, detail)
  return new AppError(code, detail, { details: [{ path: '', message: text }, ...lines] })
}

function lineOf({ number, reason }: Omit<Unsent, 'jid'>): FieldError {
  return { path: 'numbers', message: `${number}: ${reason}` }
}
