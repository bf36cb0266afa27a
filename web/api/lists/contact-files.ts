import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { contactApi } from '#contract/api/contact-api.ts'
import { severalListsApi } from '#contract/api/contacts/several-lists-api.ts'
import { ContactListJson } from '#contract/contacts/contact-list.ts'
import { messages } from '../../messages.ts'
import { CallError } from '../calls/call-error.ts'
import { open } from '../calls/client.ts'
import { fileNameOf } from '../calls/file-answer.ts'
import { type ListWithContacts, toList } from './contacts.ts'

/** Reads whole lists: they may be long, so progress is reported. */

type Reading = {
  readonly list: ListWithContacts | null
  readonly error: unknown
  readonly receivedBytes: number
}

const atFirst: Reading = { list: null, error: null, receivedBytes: 0 }

/** A list with all of its contacts, read once: it must not change while it is being edited. */
export function useWholeList(id: string): Reading & { readonly retry: () => void } {
  const [reading, setReading] = useState(atFirst)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setReading(atFirst)
    readWholeList(id, {
      signal,
      onReceived: (receivedBytes) => setReading({ ...atFirst, receivedBytes }),
    }).then(
      (list) => setReading((before) => ({ ...before, list })),
      (error: unknown) => {
        if (!signal.aborted) setReading({ ...atFirst, error })
      },
    )
    return () => controller.abort()
  }, [id, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  return { ...reading, retry }
}

async function readWholeList(
  id: string,
  options: { readonly signal: AbortSignal; readonly onReceived: (bytes: number) => void },
): Promise<ListWithContacts> {
  const response = await open(contactApi.getContactList, { params: { id } }, options)
  const text = await (await readBytes(response, options.onReceived)).text()
  return toList(z.decode(ContactListJson, JSON.parse(text)))
}

/** Reads a list as a CSV file, or several as one; `onContacts` gets the count so far. */
export async function exportContacts(
  ids: readonly string[],
  {
    separator,
    signal,
    onContacts,
  }: {
    readonly separator: ',' | ';'
    readonly signal: AbortSignal
    readonly onContacts: (count: number) => void
  },
): Promise<{ readonly file: Blob; readonly name: string }> {
  const query = separator === ';' ? { sep: separator } : {}
  const [id, ...others] = ids
  const response =
    id !== undefined && others.length === 0
      ? await open(contactApi.exportContacts, { params: { id }, query }, { signal })
      : await open(
          severalListsApi.exportLists,
          { query: { listas: ids.join(','), ...query } },
          { signal },
        )
  let lines = 0
  const file = await readBytes(response, (_, piece) => {
    for (const byte of piece) if (byte === LINE_FEED) lines += 1
    onContacts(Math.max(0, lines - 1))
  })
  return { file, name: fileNameOf(response) ?? 'contatos.csv' }
}

const LINE_FEED = 10

async function readBytes(
  response: Response,
  onPiece: (receivedBytes: number, piece: Uint8Array) => void,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let receivedBytes = 0
  const reader = response.body?.getReader()
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      pieces.push(next.value)
      receivedBytes += next.value.length
      onPiece(receivedBytes, next.value)
    }
  } catch (error) {
    // The server cuts the connection where it cannot go on.
    throw new CallError(messages.request.offline, { status: 0, code: 'cut_off', cause: error })
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' })
}
