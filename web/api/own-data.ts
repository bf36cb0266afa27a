import type { DeleteAccountBody } from '#contract/account.ts'
import { ownDataApi } from '#contract/api/own-data-api.ts'
import { saveFile } from '../save-file.ts'
import { endSession } from '../session/session.ts'
import { offline } from './calls/call-error.ts'
import { call, open } from './calls/client.ts'

/** Saves all that the server keeps of the account among the downloads. */
export async function downloadOwnData(): Promise<void> {
  const response = await open(ownDataApi.exportOwnData, {})
  const file = await response.blob().catch((error: unknown) => {
    throw offline(error)
  })
  const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
  saveFile(file, `disparo-meus-dados-${day}.zip`)
}

/** Deletes the account with all that is in it, and leaves. */
export async function deleteAccount(body: DeleteAccountBody): Promise<void> {
  await call(ownDataApi.deleteAccount, { body })
  endSession('left')
}
