import { format as restored } from '../backup/restored-mark.ts'
import { deviceMigrations, gatewayMigrations, standingMigrations } from '../collections/records.ts'
import { format as settings } from '../collections/settings-file.ts'
import { format as contacts } from '../contacts/contact-file.ts'
import { format as damages } from '../damage/damages.ts'
import { type FileFormat, headerOf, unchanged } from '../files/file-format.ts'
import { format as keys } from '../keys/key-record.ts'
import { format as spool } from '../keys/spool.ts'
import { format as lastMessages } from '../ledger/last-messages.ts'
import { journalFormat } from '../ledger/ledger-files.ts'
import { format as snapshot } from '../ledger/snapshot.ts'
import { format as lastSeen } from '../lock/last-seen.ts'
import { format as seenNumbers } from '../lock/seen-numbers.ts'
import { format as directSends } from '../messages/direct-segment.ts'
import { messagesFormat } from '../messages/message-segments.ts'
import { format as optOuts } from '../optouts/opt-outs.ts'
import { deadLettersFormat, eventsFormat } from '../outbox/outbox-lines.ts'
import { format as people } from '../people/bucket-file.ts'
import { format as peopleMarks } from '../people/index-marks.ts'
import { format as replies } from '../replies/bot-replies.ts'

const files: readonly FileFormat[] = [
  ...[contacts, damages, deadLettersFormat, directSends, eventsFormat, journalFormat, keys],
  ...[lastMessages, lastSeen, messagesFormat, optOuts, people, peopleMarks, replies, restored],
  ...[seenNumbers, settings, snapshot, spool],
  { name: 'devices', migrations: deviceMigrations },
  { name: 'gateways', migrations: gatewayMigrations },
  { name: 'standings', migrations: standingMigrations },
]

/** The versions that this program writes, which are the newest that it reads. */
export const knownFormats = Object.fromEntries(
  files.map((format) => [format.name, headerOf(format).version]),
)
/** Version of all collections that have no migrations of their own. */
const COLLECTION_VERSION = headerOf({ name: '', migrations: [unchanged] }).version

/** The newest version of a format that this program reads. */
export function knownVersion(name: string): number {
  return knownFormats[name] ?? COLLECTION_VERSION
}
