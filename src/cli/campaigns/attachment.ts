import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { uploadApi } from '../../contract/api/upload-api.ts'
import { DOCUMENT_LIMIT_BYTES } from '../../contract/limits.ts'
import type { AttachmentInput } from '../../contract/uploads/attachment-input.ts'
import type { Client, OnceOptions } from '../client.ts'
import { checkFile } from '../contacts/reading.ts'
import { wrongUsage } from '../terminal/outcome.ts'
import type { AttachOptions } from './options/attach-options.ts'

export const attachOptionNames = { anexo: '--attach', 'anexo.nome': '--attach-name' }

/** Checks the flags and the file, before anything is sent. */
export async function checkAttachment({ image, attach, attachName }: AttachOptions): Promise<void> {
  if (attach !== undefined && image !== undefined) {
    throw wrongUsage('Use --image ou --attach, não os dois.')
  }
  if (attach === undefined && attachName !== undefined) {
    throw wrongUsage('--attach-name dá nome ao arquivo de --attach, que falta.')
  }
  if (attach !== undefined) await checkFile(attach, DOCUMENT_LIMIT_BYTES)
}

/** Stores an image, and answers its address. */
export async function uploadImage(
  client: Pick<Client, 'upload'>,
  path: string,
  once?: Partial<OnceOptions>,
): Promise<string> {
  const form = new FormData()
  form.set('image', await openAsBlob(path), basename(path))
  return (await client.upload(uploadApi.uploadImage, form, once)).imageUrl
}

/** Stores the file; null without one. */
export async function uploadAttachment(
  client: Pick<Client, 'upload'>,
  { attach, attachName }: AttachOptions,
  once?: Partial<OnceOptions>,
): Promise<AttachmentInput | null> {
  if (attach === undefined) return null
  const form = new FormData()
  form.set('file', await openAsBlob(attach), basename(attach))
  const { url, nome } = await client.upload(uploadApi.uploadFile, form, once)
  return { url, fileName: attachName ?? nome }
}
