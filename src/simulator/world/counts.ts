/** Counts since the start or the last reset. */
export type Stats = {
  logins: number
  /** Logins that were answered with a failure. */
  refusedLogins: number
  /** The name of the client that registered last, as a phone shows it. */
  lastClientName: string | null
  pairings: number
  /** Message stanzas from clients, whatever became of them. */
  stanzas: number
  /** Messages that phones read, every copy counted. */
  messages: number
  /** Message ids that phones read, each phone and id counted once. */
  distinct: number
  /** `messages` less `distinct`. */
  duplicates: number
  /** Stanzas that carried nothing for the person they were addressed to. */
  empty: number
  refused: number
  /** Time locks that began, and messages to strangers while one was in force. */
  locks: number
  intoLock: number
  silenced: number
  /** Messages of one client that waited for their acknowledgement at once. */
  mostInFlight: number
  /** Accepted and never delivered, since they went to a number of a migrated account. */
  ghosts: number
  /** Refused since their jids were of two name spaces. */
  mixedAddresses: number
  /** Refused since they named a device that is gone. */
  goneDevices: number
  /** Accepted though devices of either side were missing. */
  missingDevices: number
  /** Messages to a LID that its number no longer has. */
  staleLids: number
  /** Stanzas that brought a message to devices that had been missing. */
  resentToMissing: number
  /** Queries for the server's properties. */
  propsAsked: number
  /** Directory queries. */
  usyncs: number
  /** Those for who is on WhatsApp, the numbers in them, and the most in one. */
  contactQueries: number
  contactsAsked: number
  contactsAtOnce: number
  shortestContactGapMs: number | null
  /** Stanzas with the token of the person they were addressed to. */
  withToken: number
  /** Stanzas with a proof of the account's salt in a token's place. */
  withSalt: number
  /** Tokens that clients gave the people they wrote to. */
  tokensIssued: number
  /** Copies of sent messages that the account's own phone read. */
  ownCopies: number
  ownCopiesUnread: number
  decryptFailures: number
  retriesAsked: number
  retriesGivenUp: number
  receipts: number
  uploads: number
  mediaFailures: number
  inboundSent: number
  inboundReceived: number
  inboundRetries: number
  /** Stanzas of `makeNoise`. */
  noise: number
  /** Stanzas that clients refused. */
  nacks: number
  pingsAnswered: number
  /** Queries the simulator has no answer for, by namespace and content. */
  unknownQueries: Record<string, number>
  errors: number
  lastError: string | null
}

export function createStats(): Stats {
  return {
    logins: 0,
    refusedLogins: 0,
    lastClientName: null,
    pairings: 0,
    stanzas: 0,
    messages: 0,
    distinct: 0,
    duplicates: 0,
    empty: 0,
    refused: 0,
    locks: 0,
    intoLock: 0,
    silenced: 0,
    mostInFlight: 0,
    ghosts: 0,
    mixedAddresses: 0,
    goneDevices: 0,
    missingDevices: 0,
    staleLids: 0,
    resentToMissing: 0,
    propsAsked: 0,
    usyncs: 0,
    contactQueries: 0,
    contactsAsked: 0,
    contactsAtOnce: 0,
    shortestContactGapMs: null,
    withToken: 0,
    withSalt: 0,
    tokensIssued: 0,
    ownCopies: 0,
    ownCopiesUnread: 0,
    decryptFailures: 0,
    retriesAsked: 0,
    retriesGivenUp: 0,
    receipts: 0,
    uploads: 0,
    mediaFailures: 0,
    inboundSent: 0,
    inboundReceived: 0,
    inboundRetries: 0,
    noise: 0,
    nacks: 0,
    pingsAnswered: 0,
    unknownQueries: {},
    errors: 0,
    lastError: null,
  }
}
