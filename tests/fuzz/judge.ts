import { ErrorJson } from '../../src/contract/error-json.ts'
import { errorCatalogue } from '../../src/contract/errors.ts'
import type { FuzzRequest } from './requests.ts'
import { isNode } from './schema-values.ts'
import type { FuzzAnswer } from './sender.ts'

/** Faults of an answer, whatever the request was. */

const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries(errorCatalogue).map(([code, { text }]) => [code, text]),
)
/** Failures of the daemon itself or of its disk; other 503s come from a service outside. */
const ownFailures = [
  'unexpected',
  'storage_unavailable',
  'list_damaged',
  'ledger_damaged',
  'messages_damaged',
]
const english =
  /\b(?:invalid|expected|received|required|must|too (?:big|small|long)|unrecognized|cannot)\b/i

/** Why this answer is none; undefined where it is fine. */
export function faultOf(
  asked: FuzzRequest,
  { status, type, text }: FuzzAnswer,
): string | undefined {
  if (status < 200 || status > 599) return `status ${status}`
  if (status === 500) return 'a 500'
  if (asked.method === 'HEAD') return text === '' ? undefined : 'a HEAD with a body'
  if (status < 400) return type.includes('json') ? jsonFault(text) : undefined
  if (type.includes('text/html'))
    return asked.headers.accept ? undefined : 'a page nobody asked for'
  if (!type.startsWith('application/json')) return `an error of type "${type}"`
  if (asked.path.startsWith('/gateway')) return gatewayFault(text)
  return errorFault(text)
}

function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `broken JSON: ${error}`
  }
}

/** Errors of the gateway have the shape that Evolution API's clients know. */
function gatewayFault(text: string): string | undefined {
  const fault = jsonFault(text)
  if (fault !== undefined) return fault
  const body: unknown = JSON.parse(text)
  return isNode(body) && Object.keys(body).length > 0 ? undefined : 'an error that says nothing'
}

function errorFault(text: string): string | undefined {
  const fault = jsonFault(text)
  if (fault !== undefined) return fault
  const parsed = ErrorJson.safeParse(JSON.parse(text))
  if (!parsed.success) return 'an error in another shape'
  const { error, message, code, details = [] } = parsed.data
  if (error !== message) return 'error and message differ'
  if (ownFailures.includes(code)) return `the failure ${code}`
  if (sentences.get(code) !== error) return `a sentence that is not that of ${code}`
  const foreign = details.find(({ message: sentence }) => english.test(sentence))
  return foreign && `an English sentence: ${foreign.path}: ${foreign.message}`
}
