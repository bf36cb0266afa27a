import type { Agent } from 'node:https'
import type { WASocket } from '@whiskeysockets/baileys'
import { downloadMedia } from './media-download.ts'

export type PhoneFileOptions = {
  readonly sock: WASocket
  readonly mediaAgent: Agent | null
  readonly url: string | null
}

/** A file that the account's phone left for its clients, as WhatsApp's messages name it. */
export type PhoneFile = {
  readonly kind: 'md-msg-hist' | 'md-app-state'
  readonly directPath?: string | null | undefined
  readonly mediaKey?: Uint8Array | null | undefined
  readonly sha256?: Uint8Array | null | undefined
}

/** @throws Error as `downloadMedia` does */
export async function downloadPhoneFile(
  { sock, mediaAgent, url }: PhoneFileOptions,
  { kind, directPath, mediaKey, sha256 }: PhoneFile,
  limitBytes: number,
): Promise<Uint8Array> {
  // Without an answer the file is fetched from WhatsApp's general host.
  const answer = await sock.refreshMediaConn().catch(() => null)
  const host = answer?.hosts[0]
  const file = {
    kind,
    directPath: directPath ?? null,
    url: host && directPath ? `https://${host.hostname}${directPath}` : null,
    mediaKey: Buffer.from(mediaKey ?? []).toString('base64'),
    sha256: Buffer.from(sha256 ?? []).toString('base64'),
  }
  return downloadMedia(file, { limitBytes, agent: mediaAgent, serverUrl: url })
}
