import type { BinaryNode } from '@whiskeysockets/baileys'
import { createGroups, type Groups } from '../groups/groups.ts'
import type { Connection } from '../protocol/connection.ts'
import { createTimers, type Timers } from '../protocol/timers.ts'
import { createPhoneKeyring, type PhoneKeyring } from '../signal/phone-keys.ts'
import type { ClientKeys, SessionHolder } from '../signal/phone-signal.ts'
import {
  type AccountFields,
  type AccountLimits,
  type AccountTable,
  createAccountTable,
} from './account-settings.ts'
import type { Behaviour } from './behaviour.ts'
import { type Behaviours, createBehaviours } from './behaviour.ts'
import { createStats, type Stats } from './counts.ts'
import { type Faults, noFaults } from './faults.ts'
import type { MessageType } from './message-types.ts'
import { personName } from './numbers.ts'

/** A client linked to an account: what registered, and what waits for it. */
export type Companion = ClientKeys & {
  account: Account
  device: number
  noiseKey: Buffer
  preKeys: Map<number, Buffer>
  /** Whether it has taken the account's history, which it waits for at its first login. */
  historyTaken: boolean
  connection: Connection | undefined
  /** What it has not acknowledged, by kind, id and sender; sent again at its next login. */
  outbox: Map<string, BinaryNode>
  /** Its messages that wait for their acknowledgement. */
  inFlight: number
}

export type Account = {
  /** The registered number, as in its jid. */
  phone: string
  pushName: string
  companions: Map<number, Companion>
  lastDevice: number
  /** Answers to the client's queries about limits on its account. */
  limits: AccountLimits
}

/** One message on one phone. */
export type InboxEntry = {
  messageId: string
  sender: Companion
  type: MessageType
  text: string | null
  caption: string | null
  mediaSha256: string | null
  mimeType: string | null
  /** The name under which a document stands in the chat. */
  fileName: string | null
  /** The jid of the group it was written in; left out: to the person alone. */
  group?: string
  /** The whole message as JSON, where it says more than its text or file. */
  parts?: string
  /** What its stanza said of changing an earlier message. */
  edit?: string
  /** Milliseconds since 1970. */
  receivedAt: number
  /** Stanzas with this id that the phone read; a second is a duplicate. */
  times: number
  /** Devices that read it. */
  devices: readonly number[]
  read: boolean
}

/** A person with messages to or from a client. Others take no memory. */
export type Person = SessionHolder & {
  inbox: InboxEntry[]
  /** Messages that wait until the phone is on again. */
  held: (() => void)[] | undefined
  /** Copies it asked for again and has not had, by message id. */
  asked: Map<string, number> | undefined
  /** Further deliveries that it is about to report to a client in one receipt. */
  listed: Map<Companion, string[]> | undefined
}

/** What a person begins with, and has again after a reset. */
export function nothingUnderWay(): Omit<Person, keyof SessionHolder> {
  return { inbox: [], held: undefined, asked: undefined, listed: undefined }
}

export type World = {
  keyring: PhoneKeyring
  behaviours: Behaviours
  /** How WhatsApp treats each account. */
  accountTable: AccountTable
  faults: Faults
  /** What is wrong from the start, and again after a reset. */
  standingFaults: Readonly<Faults>
  stats: Stats
  timers: Timers
  /** By `personName`. */
  accounts: Map<string, Account>
  people: Map<number, Person>
  groups: Groups
  /** Devices linked to a person beside the phone, where that has changed; by `personName`. */
  linkedDevices: Map<string, number[]>
  /** How often a person's phone was set up anew, with new keys. */
  reinstalls: Map<string, number>
  usyncLog: { lastContactAt: number; recent: { at: number; count: number }[] }
  person(name: string): Person
  findPerson(phone: string): Person | undefined
  findAccount(phone: string): Account | undefined
  /** Whether a number is on WhatsApp at all, by the rule given at the start. */
  exists(name: string): boolean
  /** Called when what outlives the process has changed of an account. */
  changed(account: Account): void
  /** Counts what went wrong in the simulator itself. */
  failed(error: unknown): void
}

export function createWorld(options: {
  seed: Buffer
  defaults: Behaviour
  /** How a number differs from the defaults by itself. */
  oddity: (name: string) => Behaviour
  account: AccountFields
  faults: Partial<Faults>
  exists: (phone: string) => boolean
  changed: (account: Account) => void
}): World {
  const people = new Map<number, Person>()
  const accounts = new Map<string, Account>()
  const stats = createStats()
  const standingFaults = { ...noFaults, ...options.faults }
  return {
    keyring: createPhoneKeyring(options.seed),
    behaviours: createBehaviours(options),
    accountTable: createAccountTable(options.account),
    faults: { ...standingFaults },
    standingFaults,
    stats,
    timers: createTimers(),
    accounts,
    people,
    groups: createGroups(),
    linkedDevices: new Map(),
    reinstalls: new Map(),
    usyncLog: { lastContactAt: 0, recent: [] },
    exists: options.exists,
    changed: options.changed,
    failed(error) {
      stats.errors += 1
      stats.lastError = error instanceof Error ? (error.stack ?? error.message) : String(error)
    },
    findPerson: (phone) => people.get(Number(personName(phone))),
    findAccount: (phone) => accounts.get(personName(phone)),
    person(name) {
      const key = Number(name)
      const known = people.get(key)
      if (known) return known
      const person = { phone: name, sessions: [], ...nothingUnderWay() }
      people.set(key, person)
      return person
    },
  }
}
