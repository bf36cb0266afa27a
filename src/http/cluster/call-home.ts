import type { Context } from 'hono'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Clock } from '../../domain/clock.ts'
import { type CallBody, NodeUnanswered } from '../../domain/cluster/node-call.ts'
import type { PassedCall } from '../../domain/cluster/passed-call.ts'
import { clientAddress, type Env, isSecure } from '../requests/client.ts'
import type { HttpSettings } from '../services.ts'
import { createHomeWatch } from './home-watch.ts'
import type { EngineCalls, Home, Homes } from './homes.ts'
import { PASS_REFUSED, untakenBy } from './pass.ts'
import { createPassOn, type PassOnNeeds } from './pass-on.ts'
import { BodyBroken, bodyToPass, withBody } from './passed-body.ts'
import { pauseMs } from './pauses.ts'

/**
 * How long a call waits for a home: longer than an account stays with a node that died, and shorter
 * than clients wait.
 */
const PATIENCE_MS = 25_000
const RETRY_AFTER_SECONDS = 5

const distrust =
  'the certificate of another node is not trusted: it has to be for the host in its DISPARO_NODE_URL, and its authority in NODE_EXTRA_CA_CERTS'

export type HomeCallNeeds = PassOnNeeds & {
  readonly homes: Homes
  readonly clock: Pick<Clock, 'after'>
  readonly settings: Pick<HttpSettings, 'trustProxy'>
}

type Call = {
  readonly c: Context<Env>
  readonly endpoint: Endpoint
  readonly passed: PassedCall
  /** Whether the call may be made twice: it only reads, or is carried out once. */
  readonly isRepeatable: boolean
  /** Null until it is read for another node. */
  body: CallBody | null
}

/**
 * Makes calls where their accounts are at home: by an engine of this process, or at another node. A
 * call that no node has begun follows its account when that moves.
 */
export function createHomeCalls(needs: HomeCallNeeds) {
  const { homes, clock, log, settings } = needs
  const passOn = createPassOn(needs)
  const watchHome = createHomeWatch(needs)
  return { callHome }

  /**
   * @param isRepeatable whether the call may be made twice although it does not only read
   * @throws AppError `no_home`, `outcome_unknown`
   */
  async function callHome(
    c: Context<Env>,
    {
      endpoint,
      userId,
      isRepeatable,
    }: Pick<Call, 'endpoint' | 'isRepeatable'> & { readonly userId: string },
  ): Promise<Response> {
    const { method, signal } = c.req.raw
    const call: Call = {
      ...{ c, endpoint, body: null, passed: passedCall(c, userId) },
      isRepeatable: isRepeatable || method === 'GET' || method === 'HEAD',
    }
    // Measured by the monotonic clock: the time of day may be set while the call waits.
    let leftMs = PATIENCE_MS
    for (let tried = 0; ; tried += 1) {
      const fromMs = performance.now()
      const response = await attempt(call, await homes.find(userId))
      if (response) return response
      homes.forget(userId)
      leftMs -= performance.now() - fromMs
      if (leftMs <= 0) throw homeless(userId)
      await pause(pauseMs(tried), signal)
      leftMs -= pauseMs(tried)
    }
  }

  function passedCall(c: Context<Env>, userId: string): PassedCall {
    const { trustProxy } = settings
    return {
      ...{ userId, method: c.req.raw.method, path: c.req.path },
      address: clientAddress(c, trustProxy),
      isSecure: isSecure(c, trustProxy),
    }
  }

  /**
   * Resolves to `undefined` where the call is to be made again: nothing was begun, or repeating it
   * does no harm.
   */
  async function attempt(call: Call, home: Home): Promise<Response | undefined> {
    if (home.kind === 'here') return here(call, home.engine)
    const { url } = home.node
    try {
      return await there(call, url)
    } catch (error) {
      const isCallers = call.c.req.raw.signal.aborted || causeOf(error) instanceof BodyBroken
      if (!(error instanceof NodeUnanswered) || isCallers) throw error
      if (error.isDistrusted) {
        log.error({ node: url, err: error }, distrust)
        throw homeless(call.passed.userId)
      }
      log.warn({ node: url, userId: call.passed.userId, err: error }, 'a node did not answer')
      const isWhole = call.body?.kind !== 'streamed'
      if (!error.mayHaveBegun || (call.isRepeatable && isWhole)) return undefined
      throw new AppError('outcome_unknown', `${url} did not answer`, { cause: error })
    }
  }

  async function here({ c, endpoint, body }: Call, engine: EngineCalls) {
    // The body was read to be passed to another node, which did not take the call.
    if (body?.kind === 'held') c.req.raw = withBody(c.req.raw, body.bytes)
    const response = await engine.answer(endpoint, c)
    return untakenBy(response.headers) ? undefined : response
  }

  async function there(call: Call, url: string): Promise<Response | undefined> {
    const { c, passed } = call
    call.body ??= await bodyToPass(c)
    const moved = new AbortController()
    const end = watchHome(passed.userId, url, () => moved.abort())
    const { signal } = moved
    const answer = await passOn(c, { url, passed, body: call.body, signal }).finally(end)
    if (answer instanceof Response) return answer
    if (answer === 'moved') return undefined
    log.error({ node: url }, PASS_REFUSED)
    throw homeless(passed.userId)
  }

  /** @throws Error once the caller hangs up */
  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(ms, end)
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()

      function end() {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      function leave() {
        cancel()
        reject(new Error('the caller hung up'))
      }
    })
  }
}

function homeless(userId: string): AppError {
  return new AppError('no_home', userId, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
