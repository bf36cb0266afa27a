import type { Context } from 'hono'
import { withoutTrailing } from '../../contract/trailing.ts'
import {
  type CallNode,
  type NodeAnswer,
  type NodeCall,
  NodeUnanswered,
} from '../../domain/cluster/node-call.ts'
import type { PassedCall, Passes } from '../../domain/cluster/passed-call.ts'
import { followSignal } from '../../domain/followed-signal.ts'
import type { Env } from '../requests/client.ts'
import type { Log } from '../services.ts'
import { isOfNode, PASS_HEADER, type Untaken, untakenBy } from './pass.ts'
import { answeredHeaders, passedHeaders } from './passed-headers.ts'

/** Answers that have no body, whatever their headers say. */
const withoutBody = new Set([204, 205, 304])

export type PassOnNeeds = {
  readonly passes: Passes
  readonly callNode: CallNode
  readonly log: Log
  /** Aborted when this node stops. */
  readonly stopping: AbortSignal
}

/** Hands calls to other nodes, and their answers to the clients. */
export function createPassOn({ passes, callNode, log, stopping }: PassOnNeeds) {
  return passOn

  /**
   * @param signal gives the call up, like a caller who hangs up
   * @throws NodeUnanswered
   */
  async function passOn(
    c: Context<Env>,
    {
      url,
      passed,
      body,
      signal,
    }: Pick<NodeCall, 'body' | 'signal' | 'url'> & { readonly passed: PassedCall },
  ): Promise<Response | Untaken> {
    const { method, headers } = c.req.raw
    const { pathname, search } = new URL(c.req.url)
    const answer = await callNode({
      ...{ method, body, signal: AbortSignal.any([c.req.raw.signal, signal]) },
      url: withoutTrailing(url, '/'),
      target: `${pathname}${search}`,
      headers: { ...passedHeaders(headers), [PASS_HEADER]: await passes.issue(passed) },
    })
    const untaken = untakenBy(answer.headers)
    if (!untaken && isOfNode(answer.headers)) return toResponse(c, answer)
    answer.cancel()
    if (untaken) return untaken
    const stranger = new Error(`what answered with ${answer.status} is no node`)
    throw new NodeUnanswered(stranger, { mayHaveBegun: true })
  }

  function toResponse(c: Context<Env>, answer: NodeAnswer): Response {
    const { status } = answer
    const headers = answeredHeaders(answer.headers)
    if (c.req.raw.method !== 'HEAD' && !withoutBody.has(status)) {
      return new Response(streamOf(answer, c.env.outgoing), { status, headers })
    }
    answer.cancel()
    return new Response(null, { status, headers })
  }

  /** The body as fast as the client takes it, each piece as soon as it is there. */
  function streamOf(
    answer: NodeAnswer,
    outgoing: Env['Bindings']['outgoing'],
  ): ReadableStream<Uint8Array> {
    const iterator = answer.pieces[Symbol.asyncIterator]()
    let isOver = false
    let release: () => void = () => undefined
    const end = () => {
      isOver = true
      release()
    }
    return new ReadableStream(
      {
        start(controller) {
          release = whenStopping(answer, () => {
            end()
            answer.cancel()
            controller.close()
          })
        },
        async pull(controller) {
          try {
            const { done, value } = await iterator.next()
            if (isOver) return
            if (!done) return controller.enqueue(value)
            end()
            controller.close()
          } catch (error) {
            if (isOver) return
            end()
            log.warn({ err: error }, 'the answer of a node broke off')
            // Cut here, so that the client notices; the server would print the error besides.
            if (outgoing?.destroy) outgoing.destroy()
            else controller.error(error)
          }
        },
        // Not by way of the iterator, which would wait for the next piece first.
        cancel() {
          end()
          answer.cancel()
        },
      },
      { highWaterMark: 0 },
    )
  }

  /**
   * Runs `work` when this node stops, for event streams only: other answers come to their own end.
   */
  function whenStopping({ isEventStream }: NodeAnswer, work: () => void): () => void {
    if (!isEventStream) return () => undefined
    const { signal, release } = followSignal(stopping)
    signal.addEventListener('abort', work)
    if (signal.aborted) work()
    return release
  }
}
