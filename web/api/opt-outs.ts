import { useMemo } from 'react'
import { optOutApi } from '#contract/api/opt-out-api.ts'
import {
  type OptOut,
  type OptOutImportReport,
  type OptOutSource,
  optOutId,
} from '#contract/optouts/opt-out.ts'
import { saveFile } from '../save-file.ts'
import { refresh } from './calls/app-events.ts'
import { isGone } from './calls/call-error.ts'
import { call, open } from './calls/client.ts'
import { fileAnswer } from './calls/file-answer.ts'
import { refreshPages, usePages } from './calls/pages.ts'
import { fileMadeOf, upload } from './calls/upload.ts'

const PEOPLE_A_PAGE = 100

/** Which people of the list: a part of their name, phone or reason, and how they came onto it. */
export type OptOutFilter = { readonly q: string; readonly source: OptOutSource | null }

/** People who get no campaigns, newest first. */
export function useOptOuts(filter: OptOutFilter) {
  const query = { limit: PEOPLE_A_PAGE, ...queryOf(filter) }
  const options = { changedBy: 'opt_out' } as const
  const { pages, ...rest } = usePages(optOutApi.listOptOuts, { query }, options)
  return { ...rest, people: useMemo(() => pages?.flat(), [pages]) }
}

export async function addOptOut(person: {
  readonly phone: string
  readonly name: string
  readonly reason: string
}): Promise<OptOut> {
  const { phone, name, reason } = person
  const added = await call(optOutApi.addOptOut, { body: { phone, nome: name, reason } })
  await refreshOptOuts()
  return added
}

/** Lets a person get campaigns again; one who is not on the list any more is no failure. */
export async function removeOptOut(person: OptOut): Promise<void> {
  try {
    await call(optOutApi.removeOptOut, { params: { phone: optOutId(person) } })
  } catch (error) {
    if (!isGone(error)) throw error
  }
  await refreshOptOuts()
}

/** Puts a person back who was just taken off the list. */
export async function restoreOptOut(person: OptOut): Promise<void> {
  await call(optOutApi.restoreOptOut, { params: { phone: optOutId(person) } })
  await refreshOptOuts()
}

/** How a file of people is read. */
export type OptOutChoices = { readonly ddd: string; readonly sheet: string | null }

type Sending = { readonly signal: AbortSignal; readonly onProgress: (share: number) => void }

/** What an import of the file would do; nobody is put on the list. */
export async function checkOptOutFile(
  file: File,
  choices: OptOutChoices,
  sending: Sending,
): Promise<OptOutImportReport> {
  const form = formOf(file, choices)
  form.set('dry_run', 'true')
  return await upload(optOutApi.importOptOuts, form, sending)
}

export async function importOptOuts(
  file: File,
  choices: OptOutChoices,
  sending: Sending,
): Promise<OptOutImportReport> {
  const report = await upload(optOutApi.importOptOuts, formOf(file, choices), sending)
  await refreshOptOuts()
  return report
}

/** The rows of the file that an import refuses, as a file with all of its columns. */
export async function refusedOptOutRows(file: File, choices: OptOutChoices): Promise<Blob> {
  return await fileMadeOf(optOutApi.refusedOptOuts, formOf(file, choices))
}

function formOf(file: File, { ddd, sheet }: OptOutChoices): FormData {
  const form = new FormData()
  if (ddd !== '') form.set('ddd', ddd)
  if (sheet !== null) form.set('sheet', sheet)
  form.set('file', file)
  return form
}

/** Saves these people as a CSV that Excel opens, and that imports again. */
export async function downloadOptOuts(filter: OptOutFilter): Promise<void> {
  const query = { format: 'excel', ...queryOf(filter) } as const
  const { file } = await fileAnswer(() => open(optOutApi.listOptOuts, { query }))
  saveFile(file, 'descadastrados.csv')
}

function queryOf({ q, source }: OptOutFilter) {
  return { ...(q === '' ? {} : { q }), ...(source === null ? {} : { origem: source }) }
}

async function refreshOptOuts(): Promise<void> {
  refresh('/api/people/')
  await refreshPages('/api/optouts')
}
