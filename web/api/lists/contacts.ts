import { useMemo } from 'react'
import { mutate } from 'swr'
import type { z } from 'zod'
import type { AnswerOf } from '#contract/api/call.ts'
import { campaignApi } from '#contract/api/campaigns/campaign-api.ts'
import { contactApi } from '#contract/api/contact-api.ts'
import type { ListOrder } from '#contract/api/query.ts'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import {
  type Contact,
  type ContactList,
  type ContactListJson,
  type ContactOrigin,
  type ContactReport,
  ContactReportJson,
  readContacts,
  toContactWire,
} from '#contract/contacts/contact-list.ts'
import type { CsvColumns } from '#contract/csv/columns.ts'
import { messages } from '../../messages.ts'
import { CallError, isGone } from '../calls/call-error.ts'
import { call, read } from '../calls/client.ts'
import { refreshPages, usePages } from '../calls/pages.ts'
import { upload } from '../calls/upload.ts'
import { useCall } from '../calls/use-call.ts'

/** Contacts that a card shows. */
export const PREVIEW_CONTACTS = 3
const LISTS_A_PAGE = 48

/** A list and its first contacts, or all of them. */
export type ListWithContacts = ContactList & { readonly contacts: readonly Contact[] }

/**
 * Lists that match `q` by their name, or a contact's name or phone, in an order, with their first
 * contacts.
 */
export function useContactLists(q: string, order: ListOrder) {
  const query = {
    ...{ preview: PREVIEW_CONTACTS, limit: LISTS_A_PAGE },
    ...(q !== '' && { q }),
    ...(order !== 'novas' && { ordem: order }),
  }
  const options = { changedBy: 'contact_list' } as const
  const { pages, ...rest } = usePages(contactApi.listContactLists, { query }, options)
  return { ...rest, lists: pages?.flat().map(toList) }
}

/** Names and sizes of all lists, newest first. */
export function useListNames() {
  const { data, ...rest } = useCall(contactApi.listContactLists, { query: { preview: 0 } })
  const lists = useMemo(() => data?.map(toList), [data])
  return { ...rest, lists }
}

/** An answer without an id is an error of its own, for nothing could be added to that list. */
const create = {
  ...contactApi.createContactList,
  answers: { 201: ContactReportJson.partial({ id: true }) },
} as const

type NewList = { readonly name: string; readonly contacts: readonly Contact[] }
type Options = {
  readonly signal?: AbortSignal
  /** Left out: the contacts were typed by hand. */
  readonly origin?: ContactOrigin
}

export async function createContactList(list: NewList): Promise<ContactReport> {
  const report = await sendNewList(list)
  await refreshContacts()
  return report
}

export async function appendContacts(
  id: string,
  contacts: readonly Contact[],
): Promise<ContactReport> {
  const report = await sendContacts(id, contacts)
  await refreshContacts()
  return report
}

/** Sends one part of a longer import; `refreshContacts` updates the screen at its end. */
export async function sendNewList(
  list: NewList,
  { origin, ...options }: Options = {},
): Promise<ContactReport> {
  const body = { name: list.name, ...contactsFrom(list.contacts, origin) }
  const { id, ...report } = await call(create, { body }, options)
  if (id) return { id, ...report }
  throw new CallError(messages.contacts.idMissing, { status: 201, code: 'id_missing' })
}

/** Like `sendNewList`, for an existing list. */
export async function sendContacts(
  id: string,
  contacts: readonly Contact[],
  { origin, ...options }: Options = {},
): Promise<ContactReport> {
  const body = contactsFrom(contacts, origin)
  return await call(contactApi.appendContacts, { params: { id }, body }, options)
}

function contactsFrom(contacts: readonly Contact[], origin: ContactOrigin | undefined) {
  return { contatos: contacts.map(toContactWire), ...(origin && { origem: origin }) }
}

/** Gives a list this name and these contacts; further fields of phones it had are kept. */
export async function replaceContactList(id: string, list: NewList): Promise<ContactReport> {
  const body = { name: list.name, contatos: list.contacts.map(toContactWire) }
  const report = await call(contactApi.replaceContactList, { params: { id }, body })
  await refreshContacts()
  return report
}

/** @throws CallError `list_in_use` unless forced */
export async function deleteContactList(
  id: string,
  { isForced }: { readonly isForced: boolean },
): Promise<void> {
  try {
    await sendDeletion(id, { isForced })
  } catch (error) {
    if (isGone(error)) await refreshContacts()
    throw error
  }
  await refreshContacts()
}

/** Deletes one of several lists: `refreshContacts` updates the screen once all are. */
export async function sendDeletion(
  id: string,
  { isForced }: { readonly isForced: boolean },
): Promise<void> {
  const query = isForced ? { force: 'true' as const } : {}
  await call(contactApi.deleteContactList, { params: { id }, query })
}

/** Brings a list back that was just deleted. */
export async function restoreContactList(id: string): Promise<void> {
  await sendRestoration(id)
  await refreshContacts()
}

/** Brings back one of several. */
export async function sendRestoration(id: string): Promise<void> {
  await call(contactApi.restoreContactList, { params: { id } })
}

/** Names of the campaigns that have not started yet and need one of the lists. */
export async function campaignsWaitingFor(
  ...listIds: readonly string[]
): Promise<readonly string[]> {
  const campaigns = await read(campaignApi.listCampaigns, {})
  return campaigns
    .filter(
      ({ contactListId, moreListIds, status }) =>
        isWaiting(status) &&
        [contactListId, ...moreListIds].some((id) => id !== null && listIds.includes(id)),
    )
    .map(({ name }) => name)
}

/** Sends a whole CSV to a list, or to a new one, for the server to read. */
export async function importCsvFile(
  input: {
    readonly file: File
    readonly target: { readonly name: string } | { readonly listId: string }
    readonly choices: {
      readonly columns: CsvColumns
      readonly hasHeader: boolean
      readonly sheet: string | null
      readonly ddd: string
    }
  },
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
): Promise<AnswerOf<typeof contactApi.importContacts>> {
  const { file, target, choices } = input
  const form = new FormData()
  if ('name' in target) form.set('name', target.name)
  else form.set('list', target.listId)
  form.set('columns', JSON.stringify(choices.columns))
  if (!choices.hasHeader) form.set('header', 'false')
  if (choices.sheet !== null) form.set('sheet', choices.sheet)
  if (choices.ddd !== '') form.set('ddd', choices.ddd)
  form.set('file', file)
  const report = await upload(contactApi.importContacts, form, options)
  await refreshContacts()
  return report
}

/** The newest lists, without their contacts. */
export async function newestLists(limit: number): Promise<readonly ContactList[]> {
  return (await read(contactApi.listContactLists, { query: { preview: 0, limit } })).map(toList)
}

/** Reads all data again that contain or count contacts. */
export async function refreshContacts(): Promise<void> {
  await refreshPages('/api/contacts')
  await mutate(
    (key) => typeof key === 'string' && /^\/api\/(contacts|dashboard|people)\b/.test(key),
  )
}

function isWaiting(status: CampaignStatus): boolean {
  return status === CampaignStatus.scheduled || status === CampaignStatus.immediate
}

export function toList({
  created_at,
  contatos,
  ...same
}: z.output<typeof ContactListJson>): ListWithContacts {
  return { ...same, createdAt: created_at, contacts: readContacts(contatos) }
}
