import { JSON_BODY_LIMIT_BYTES } from '../../contract/limits.ts'
import { connectSignedIn } from '../connect.ts'
import { checkKey } from '../once.ts'
import type { CommonOptions, Context } from '../run.ts'
import { CommandError, ExitCode, Interrupted, systemCode, wrongUsage } from '../terminal/outcome.ts'
import { cutOff, showStream } from '../terminal/save-stream.ts'
import { readStdin } from '../terminal/stdin-file.ts'

export type ApiOptions = CommonOptions & {
  readonly data?: string
  readonly dataFile?: string
  readonly idempotencyKey?: string
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Only JSON is parsed for display; every other answer passes through as it comes. */
const JSON_TYPE = /^application\/(.+\+)?json\b/

/** Makes one call as the signed-in user. A refusal ends like that of any other command. */
export async function request(
  context: Context,
  asked: { readonly method: string; readonly path: string },
  options: ApiOptions,
): Promise<ExitCode> {
  const { terminal, signal } = context
  const method = asked.method.toUpperCase()
  if (!METHODS.includes(method)) {
    throw wrongUsage(`Método desconhecido: ${asked.method}. Use ${METHODS.join(', ')}.`)
  }
  const address = addressOf(asked.path)
  const key = options.idempotencyKey
  const once = key === undefined ? {} : { idempotencyKey: checkKey(key) }
  const body = await readBody(context, options)
  if (method === 'GET' && body !== undefined) throw wrongUsage('Uma chamada GET não tem corpo.')
  const client = await connectSignedIn(context)
  const answer = await client.request({
    ...{ method, address },
    ...(body !== undefined && { body }),
    ...once,
  })
  const isJson = JSON_TYPE.test(answer.headers.get('content-type') ?? '')
  if (isJson && (terminal.isJson || terminal.width !== null)) {
    const value: unknown = await answer.json().catch((error: unknown) => {
      throw signal.aborted ? new Interrupted() : cutOff(error)
    })
    terminal.answer(value, () => JSON.stringify(value, null, 2))
  } else if (answer.status !== 204) {
    await showStream(answer.body, signal)
  } else {
    terminal.answer(null, () => '')
  }
  return ExitCode.done
}

/** Only the server's own calls: the credential goes nowhere else. */
function addressOf(path: string): string {
  if (/^[a-z][a-z+.-]*:|^\/\//i.test(path)) {
    throw wrongUsage('Dê só o caminho, como /api/campaigns: o servidor é o da sua sessão.')
  }
  return path.startsWith('/') ? path : `/${path}`
}

async function readBody(
  context: Context,
  { data, dataFile }: ApiOptions,
): Promise<string | undefined> {
  if (data !== undefined && dataFile !== undefined) {
    throw wrongUsage('Use --data ou --data-file, não os dois.')
  }
  const given = await readGiven(context, { data, dataFile })
  if (given === undefined) return undefined
  try {
    JSON.parse(given)
    return given
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw wrongUsage(`O corpo não é JSON: ${error.message}`)
  }
}

async function readGiven(
  context: Context,
  { data, dataFile }: Record<'data' | 'dataFile', string | undefined>,
): Promise<string | undefined> {
  if (dataFile === undefined) {
    if (data === undefined) return undefined
    const given = await readStdin(context, { path: data, limitBytes: JSON_BODY_LIMIT_BYTES })
    return given ? new TextDecoder().decode(given) : data
  }
  const { readFile } = await import('node:fs/promises')
  return await readFile(dataFile, 'utf8').catch((error: unknown) => {
    throw new CommandError(`Não foi possível ler ${dataFile} (${systemCode(error)}).`, {
      cause: error,
    })
  })
}
