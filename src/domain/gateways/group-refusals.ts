import type { ErrorCode } from '../../contract/errors.ts'
import type { GroupAct } from '../group-acts.ts'

const FORBIDDEN: ReadonlySet<number> = new Set([401, 403, 405])
const GONE: ReadonlySet<number> = new Set([404, 410])
/** Of a code of invitation: no group is behind it. Of a name: WhatsApp does not take it. */
const UNACCEPTABLE: ReadonlySet<number> = new Set([400, 406, 409])

const byCode: ReadonlySet<GroupAct['kind']> = new Set(['invited_group', 'group_join'])
const written: ReadonlySet<GroupAct['kind']> = new Set([
  ...(['group_create', 'group_subject', 'group_description', 'group_picture'] as const),
])

/** What WhatsApp's refusal of an act on groups means to whoever asked for it. */
export function groupErrorOf({ kind }: Pick<GroupAct, 'kind'>, code: number): ErrorCode {
  const isKnown = [FORBIDDEN, GONE, UNACCEPTABLE].some((codes) => codes.has(code))
  if (!isKnown) return 'whatsapp_failed'
  if (byCode.has(kind)) return 'invite_invalid'
  // There is no group yet that could be unknown, or led by somebody else.
  if (kind === 'group_create') return 'group_unacceptable'
  if (FORBIDDEN.has(code)) return 'group_refused'
  return UNACCEPTABLE.has(code) && written.has(kind) ? 'group_unacceptable' : 'group_unknown'
}
