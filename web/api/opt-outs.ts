import { useMemo } from 'react'
import type { AnswerOf } from '#contract/api/call.ts'
import { optOutApi } from '#contract/api/opt-out-api.ts'
import { type OptOut, optOutId } from '#contract/optouts/opt-out.ts'
import { saveFile } from '../save-file.ts'
import { refresh } from './calls/app-events.ts'
import { isGone, offline } from './calls/call-error.ts'
import { call, open } from './calls/client.ts'
import { refreshPages, usePages } from './calls/pages.ts'
import { upload } from './calls/upload.ts'

const PEOPLE_A_PAGE = 100

/** People who get no campaigns and whose name, phone or reason has `q`, newest first. */
export function useOptOuts(q: string) {
  const query = { limit: PEOPLE_A_PAGE, ...(q === '' ? {} : { q }) }
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

export async function importOptOuts(
  file: File,
  { ddd }: { readonly ddd: string },
): Promise<AnswerOf<typeof optOutApi.importOptOuts>> {
  const form = new FormData()
  if (ddd !== '') form.set('ddd', ddd)
  form.set('file', file)
  const report = await upload(optOutApi.importOptOuts, form)
  await refreshOptOuts()
  return report
}

/** Saves the list as a CSV that Excel opens, and that imports again. */
export async function downloadOptOuts(): Promise<void> {
  const query = { format: 'csv', sep: ';' } as const
  const response = await open(optOutApi.listOptOuts, { query })
  const file = await response.blob().catch((error: unknown) => {
    throw offline(error)
  })
  saveFile(file, 'descadastrados.csv')
}

async function refreshOptOuts(): Promise<void> {
  refresh('/api/people/')
  await refreshPages('/api/optouts')
}
