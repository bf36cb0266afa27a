import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Leases and nodes, ledgers, the index by person, and sent messages. */
export type SendingTables = {
  readonly leases: LeaseTable
  readonly nodes: NodeTable
  readonly account_signs: AccountSignTable
  readonly turns: TurnTable
  readonly ledgers: LedgerTable
  readonly recipients: RecipientTable
  readonly recipient_states: RecipientStateTable
  readonly last_messages: LastMessageTable
  readonly indexed_campaigns: IndexedCampaignTable
  readonly person_places: PersonPlaceTable
  readonly person_lids: PersonLidTable
  readonly direct_sends: DirectSendTable
}

/** Read as the value, and written as its JSON text. */
type Json = ColumnType<unknown, string, string>

type LeaseTable = {
  readonly user_id: string
  readonly term: string
  readonly epoch: string
}

type NodeTable = {
  readonly id: string
  readonly term: string
  readonly url: string
  readonly load: number
  readonly is_leaving: boolean
  readonly seen_at: Date
  readonly until: Date
}

type AccountSignTable = {
  readonly user_id: string
  readonly seen_at: Date
}

type TurnTable = {
  readonly name: string
  readonly next_at: Date
}

type LedgerTable = {
  readonly id: GeneratedAlways<string>
  readonly campaign_id: string
  readonly user_id: string
  readonly header: Json
  readonly recipient_count: number
  readonly bytes: string
  readonly is_live: boolean
  readonly changed_at: Date
}

type RecipientTable = {
  readonly ledger_id: string
  readonly index: number
  readonly addressee: Json
}

type RecipientStateTable = {
  readonly ledger_id: string
  readonly index: number
  /** Position among the attempted recipients. */
  readonly place: number | null
  /** Order of the recipients in flight. */
  readonly handed_over: number | null
  readonly state: Json
}

type LastMessageTable = {
  readonly id: GeneratedAlways<string>
  readonly device_key: string
  readonly names: ColumnType<readonly string[], readonly number[], never>
  readonly campaign_number: number
  readonly index: number
  readonly at_ms: ColumnType<string, number, never>
}

type IndexedCampaignTable = {
  readonly campaign_number: number
  readonly user_id: string
  readonly attempts_read: number
  readonly is_complete: boolean
  readonly last_place: number
}

type PersonPlaceTable = {
  readonly user_id: string
  readonly person: string
  readonly campaign_number: number
  readonly index: number
}

type PersonLidTable = {
  readonly user_id: string
  readonly lid: string
  readonly person: string
  readonly campaign_number: number
}

type DirectSendTable = {
  readonly index: number
  readonly user_id: string
  readonly at_ms: ColumnType<string, number, never>
  readonly image_name: string | null
  readonly is_proven: Generated<boolean>
  readonly body: JSONColumnType<object>
}
