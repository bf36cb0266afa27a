import { z } from 'zod'
import { personName, withoutNinthDigit } from './numbers.ts'

export const DelayMs = z.int().min(0).max(86_400_000)

/** How one number behaves. Everything left out is the simulator's default. */
export const BehaviourFields = z.strictObject({
  /** Not on WhatsApp. */
  absent: z.boolean().exactOptional(),
  /** Registered without Brazil's ninth digit: the directory answers with that form only. */
  noNinthDigit: z.boolean().exactOptional(),
  /** Its LID: the usual one, none in the directory, or another one since the number moved on. */
  lid: z.enum(['usual', 'none', 'changed']).exactOptional(),
  /** Writes under a user name: what it sends names its LID alone. */
  hidesNumber: z.boolean().exactOptional(),
  /** Nobody may put it into a group. */
  refusesGroups: z.boolean().exactOptional(),
  /** Has a picture that the account may see. */
  hasPicture: z.boolean().exactOptional(),
  /** What it says of itself; `null` where the account may not see it. */
  about: z.string().nullable().exactOptional(),
  /** Its business profile, where it has one. */
  business: z
    .strictObject({ description: z.string(), email: z.string(), website: z.string() })
    .nullable()
    .exactOptional(),
  /** Devices, the phone included: 1 (the default) to 10. */
  devices: z.int().min(1).max(10).exactOptional(),
  /** Id of a device whose keys cannot be had. */
  deadDevice: z.int().exactOptional(),
  /** Its one-time keys are used up. */
  noOneTimeKey: z.boolean().exactOptional(),
  /** Pause before the acknowledgement. */
  ackDelayMs: DelayMs.exactOptional(),
  /** Code with which the server refuses a message to this number, such as 463. */
  ackError: z.int().min(0).exactOptional(),
  /** Messages vanish: neither acknowledged nor delivered. */
  silent: z.boolean().exactOptional(),
  /** Messages arrive, and their acknowledgement is lost. */
  ackLost: z.boolean().exactOptional(),
  /** The phone is off: acknowledged, and delivered once this is lifted. */
  undelivered: z.boolean().exactOptional(),
  /** Pause between acknowledgement and delivery receipt. */
  deliveryDelayMs: DelayMs.exactOptional(),
  /** Pause between delivery and read receipt; `null`: never read. */
  readDelayMs: DelayMs.nullable().exactOptional(),
  /** The phone cannot read the first copy of a message and asks for another. */
  retryFirst: z.boolean().exactOptional(),
  /** Copies of each message that a device cannot read before it can. */
  unreadCopies: z.int().min(0).exactOptional(),
  /** The only device that cannot read; left out: each of them. */
  unreadDevice: z.int().exactOptional(),
  /** What a device names as its reason when it asks for another copy; 0 is none. */
  retryReason: z.int().min(0).exactOptional(),
  /** Whether a device sends its keys with its second request for a copy, and later ones. */
  retryKeys: z.boolean().exactOptional(),
  /** How often a device asks for another copy of one message. */
  retriesMost: z.int().min(0).exactOptional(),
  /** The app is too old to show messages, and reports that in place of a delivery. */
  incapable: z.boolean().exactOptional(),
  /** The delivery receipt comes without waiting for the acknowledgement. */
  receiptFirst: z.boolean().exactOptional(),
  /** Deliveries within a moment come as one receipt with a list. */
  listedReceipts: z.boolean().exactOptional(),
  /** Which of its two addresses receipts come from. */
  receiptsFrom: z.enum(['lid', 'pn']).exactOptional(),
})
export type Behaviour = z.infer<typeof BehaviourFields>

export type SettledBehaviour = Required<Behaviour>

export type Behaviours = {
  of(phone: string): SettledBehaviour
  /** For a number or a pattern with `*`; replaces what was set for the same. `{}` lifts it. */
  set(who: string, behaviour: Behaviour): void
  clear(): void
}

const plainBehaviour: SettledBehaviour = {
  absent: false,
  noNinthDigit: false,
  lid: 'usual',
  hidesNumber: false,
  refusesGroups: false,
  hasPicture: false,
  about: null,
  business: null,
  devices: 1,
  deadDevice: -1,
  noOneTimeKey: false,
  ackDelayMs: 0,
  ackError: 0,
  silent: false,
  ackLost: false,
  undelivered: false,
  deliveryDelayMs: 0,
  readDelayMs: null,
  retryFirst: false,
  unreadCopies: 0,
  unreadDevice: -1,
  retryReason: 0,
  retryKeys: true,
  retriesMost: 5,
  incapable: false,
  receiptFirst: false,
  listedReceipts: false,
  receiptsFrom: 'lid',
}

export function createBehaviours(options: {
  defaults: Behaviour
  /** How a number differs by itself; a behaviour that is set for it takes precedence. */
  oddity: (name: string) => Behaviour
}): Behaviours {
  const plain: SettledBehaviour = { ...plainBehaviour, ...options.defaults }
  const numbers = new Map<string, Behaviour>()
  const patterns = new Map<string, { matches: RegExp; behaviour: Behaviour }>()
  return { of, set, clear }

  function of(phone: string): SettledBehaviour {
    const name = personName(phone)
    const own = numbers.get(name)
    const odd = options.oddity(name)
    const common = Object.keys(odd).length === 0 ? plain : { ...plain, ...odd }
    if (!own && patterns.size === 0) return common
    const short = withoutNinthDigit(name)
    let settled = common
    for (const { matches, behaviour } of patterns.values()) {
      if (matches.test(name) || matches.test(short)) settled = { ...settled, ...behaviour }
    }
    return own ? { ...settled, ...own } : settled
  }

  function set(who: string, behaviour: Behaviour): void {
    const lifted = Object.keys(behaviour).length === 0
    if (who.includes('*')) {
      const matches = new RegExp(`^${who.replaceAll('*', '\\d*')}$`)
      patterns.delete(who)
      if (!lifted) patterns.set(who, { matches, behaviour })
      return
    }
    if (lifted) numbers.delete(personName(who))
    else numbers.set(personName(who), behaviour)
  }

  function clear(): void {
    numbers.clear()
    patterns.clear()
  }
}
