import { watchAsker, whileThere } from './asker.ts'
import { offline } from './call-error.ts'

/**
 * The whole file that the server answers with, and the name that it gives it, if any. Never settles
 * once the user who asked for it has left.
 * @throws CallError
 */
export async function fileAnswer(
  ask: () => Promise<Response>,
): Promise<{ readonly file: Blob; readonly name: string | undefined }> {
  return await whileThere(watchAsker(), async () => {
    const response = await ask()
    return { file: await wholeFile(response), name: fileNameOf(response) }
  })
}

/** @throws CallError where the answer breaks off: the server ends it in the middle where it cannot go on */
export async function wholeFile(response: Response): Promise<Blob> {
  try {
    return await response.blob()
  } catch (error) {
    throw offline(error)
  }
}

export function fileNameOf({ headers }: Response): string | undefined {
  const header = headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}
