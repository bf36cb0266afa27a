import { z } from 'zod'

const Count = z.number().default(0)

/** Counts since the start or the last reset. */
export const Stats = z.object({
  logins: Count,
  /** Logins that were answered with a failure. */
  refusedLogins: Count,
  /** Questions for a pairing code that were answered with an error. */
  codesRefused: Count,
  /** The name of the client that registered last, as a phone shows it. */
  lastClientName: z.string().nullable().default(null),
  pairings: Count,
  /** Message stanzas from clients, whatever became of them. */
  stanzas: Count,
  /** Messages that phones read, every copy counted. */
  messages: Count,
  /** Message ids that phones read, each phone and id counted once. */
  distinct: Count,
  /** `messages` less `distinct`. */
  duplicates: Count,
  /** Stanzas that carried nothing for the person they were addressed to. */
  empty: Count,
  refused: Count,
  /** Time locks that began, and messages to strangers while one was in force. */
  locks: Count,
  intoLock: Count,
  silenced: Count,
  /** Messages of one client that waited for their acknowledgement at once. */
  mostInFlight: Count,
  /** Accepted and never delivered, since they went to a number of a migrated account. */
  ghosts: Count,
  /** Refused since their jids were of two name spaces. */
  mixedAddresses: Count,
  /** Refused since they named a device that is gone. */
  goneDevices: Count,
  /** Accepted though devices of either side were missing. */
  missingDevices: Count,
  /** Messages to a LID that its number no longer has. */
  staleLids: Count,
  /** Stanzas that brought a message to devices that had been missing. */
  resentToMissing: Count,
  /** Queries for the server's properties. */
  propsAsked: Count,
  /** Queries by ids that the server no longer answers. */
  retiredQueries: Count,
  /** Directory queries. */
  usyncs: Count,
  /** Those for who is on WhatsApp, the numbers in them, and the most in one. */
  contactQueries: Count,
  contactsAsked: Count,
  contactsAtOnce: Count,
  /** People asked about by the hash of their list of devices. */
  askedByHash: Count,
  shortestContactGapMs: z.number().nullable().default(null),
  /** Stanzas with the token of the person they were addressed to. */
  withToken: Count,
  /** Stanzas with a proof of the account's salt in a token's place. */
  withSalt: Count,
  /** Tokens that clients gave the people they wrote to. */
  tokensIssued: Count,
  /** Copies of sent messages that the account's own phone read. */
  ownCopies: Count,
  ownCopiesUnread: Count,
  /** Those that did not say to whom the message went. */
  ownCopiesAstray: Count,
  decryptFailures: Count,
  retriesAsked: Count,
  retriesGivenUp: Count,
  receipts: Count,
  uploads: Count,
  mediaFailures: Count,
  inboundSent: Count,
  inboundReceived: Count,
  inboundRetries: Count,
  /** Stanzas of `makeNoise`. */
  noise: Count,
  /** Stanzas that clients refused. */
  nacks: Count,
  pingsAnswered: Count,
  /** Streams that ended since a stanza was not acknowledged in time. */
  unackedEnds: Count,
  /** Queries the simulator has no answer for, by namespace and content. */
  unknownQueries: z.record(z.string(), z.number()).default(() => ({})),
  errors: Count,
  lastError: z.string().nullable().default(null),
})
export type Stats = z.infer<typeof Stats>

export function createStats(): Stats {
  return Stats.parse({})
}
