/**
 * Why a file cannot be had: WhatsApp has it no more, it is larger than asked for, it is not what
 * the message says (or the message leads to none), or anything else, which may pass.
 */
export type DownloadFailure = 'gone' | 'too_large' | 'damaged' | 'failed'

/** A file that was downloaded and decrypted, or why not. */
export type Download = { readonly bytes: Uint8Array } | { readonly failure: DownloadFailure }

export type DownloadLimits = {
  readonly limitBytes: number
  /** How long its host may take for all of it; left out: half a minute. */
  readonly timeoutMs?: number
}

/** The file; null where it cannot be had, for whatever reason. */
export function bytesOf(download: Download): Uint8Array | null {
  return 'bytes' in download ? download.bytes : null
}
