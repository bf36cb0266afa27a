import { TEST_ID_PREFIX } from '#contract/webhooks/sample-event.ts'

const ID_BYTES = 12

/** The id and the moment of a test: of the body that is shown, and of the one that is sent. */
export function newTest() {
  // Works without TLS, too, where browsers leave `crypto.randomUUID` out.
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  const unique = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { id: `${TEST_ID_PREFIX}${unique}`, timestamp: new Date().toISOString() }
}
