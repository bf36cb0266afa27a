import type { ContactTables } from './tables/contact-tables.ts'
import type { DeviceTables } from './tables/device-tables.ts'
import type { MessageTables } from './tables/message-tables.ts'
import type { RecordTables } from './tables/record-tables.ts'
import type { SendingTables } from './tables/sending-tables.ts'

/** The tables as queries see them; what they are for stands in the migrations that make them. */
export type Tables = RecordTables & ContactTables & SendingTables & MessageTables & DeviceTables
