import type { ClientVersion } from '../contract/devices/client-version.ts'
import { fetchOut, OutgoingError } from './outgoing.ts'
import { anyTarget } from './targets.ts'

const SITE = 'https://web.whatsapp.com/sw.js'
const TIMEOUT_MS = 10_000
const LIMIT_BYTES = 4 * 1024 * 1024
/** Headers with which the site answers as it answers a browser. */
const headers = {
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
}
/** Revisions have had ten digits since 2022; anything else is not one. */
const REVISION = /\\?"client_revision\\?":\s{0,9}(\d{10})\b/

/**
 * Reads the version of WhatsApp Web from its own site.
 * @throws OutgoingError where there is no answer in time, or none with a version
 */
export async function fetchClientVersion({
  url = SITE,
  signal,
}: {
  /** Where the page is served; only tests have another place than WhatsApp's own. */
  readonly url?: string
  readonly signal: AbortSignal
}): Promise<ClientVersion> {
  const { status, bytes } = await fetchOut({
    method: 'GET',
    url,
    headers,
    signal,
    timeoutMs: TIMEOUT_MS,
    limitBytes: LIMIT_BYTES,
    targets: anyTarget,
  })
  const revision = REVISION.exec(bytes.toString('utf8'))?.[1]
  if (status !== 200 || revision === undefined) {
    throw new OutgoingError(`no client version in an answer of status ${status}`)
  }
  return [2, 3000, Number(revision)]
}
