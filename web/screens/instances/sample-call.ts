import { withoutTrailing } from '#contract/trailing.ts'

/** Stands where a secret or a number has to be put in. */
const KEY_PLACE = 'SUA_CHAVE'
const NUMBER_PLACE = 'NUMERO_COM_DDI_E_DDD'

/** A call that sends a text by an instance, for a shell; without a key it has a place for it. */
export function sampleCall({
  url,
  name,
  number,
  apiKey,
  version,
}: {
  /** Address of the gateway. */
  readonly url: string
  readonly name: string
  /** The recipient's number; null leaves a place for it. */
  readonly number: string | null
  readonly apiKey: string | null
  /** Version of the gateway, where it is known. */
  readonly version: string | null
}): string {
  const text = 'Seu pedido saiu para entrega.'
  const words = version?.startsWith('1.') ? { textMessage: { text } } : { text }
  const address = `${withoutTrailing(url, '/')}/message/sendText/${encodeURIComponent(name)}`
  return [
    `curl -X POST ${quoted(address)}`,
    `-H ${quoted(`apikey: ${apiKey ?? KEY_PLACE}`)}`,
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify({ number: number ?? NUMBER_PLACE, ...words }))}`,
  ].join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
