import type { DeleteAccountBody } from '#contract/account.ts'
import { ownDataApi } from '#contract/api/own-data-api.ts'
import { localParts } from '../local-parts.ts'
import { saveFile } from '../save-file.ts'
import { endSession } from '../session/session.ts'
import { call, open } from './calls/client.ts'
import { fileAnswer } from './calls/file-answer.ts'

/** Saves all that the server keeps of the account among the downloads. */
export async function downloadOwnData(): Promise<void> {
  const { file } = await fileAnswer(() => open(ownDataApi.exportOwnData, {}))
  // The server names it by the day in Greenwich, which is tomorrow's on an evening in Brazil.
  saveFile(file, `disparo-meus-dados-${localParts(Date.now()).date}.zip`)
}

/** Deletes the account with all that is in it, and leaves. */
export async function deleteAccount(body: DeleteAccountBody): Promise<void> {
  await call(ownDataApi.deleteAccount, { body })
  endSession('left')
}
