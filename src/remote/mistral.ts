import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import type { AgentBody } from '../contract/gateways/assistant.ts'
import {
  ASSISTANT_REPLY_TIMEOUT_MS,
  ASSISTANT_TIMEOUT_MS,
  GATEWAY_ANSWER_LIMIT_BYTES,
  PAGE_LIMIT_MAX,
  TEXT_MAX_LENGTH,
} from '../contract/limits.ts'
import type { AgentService, ConversationTurn } from '../domain/replies/assistants.ts'
import { callOut, type OutgoingAnswer, OutgoingError } from './outgoing.ts'
import { anyTarget } from './targets.ts'

const BUSY_RETRY_SECONDS = 10
/** Statuses of servers that do not have a route (yet, or any more). */
const NO_ROUTE = new Set([404, 405, 410, 501])
/** Pages that are read; an account with more has agents that are not the daemon's. */
const MAX_PAGES = 50

const ServiceAgent = z
  .object({
    id: z.string().min(1).max(200),
    name: z.string(),
    model: z.string(),
    instructions: z.string().nullish(),
    created_at: z.string().nullish(),
  })
  .transform(({ id, name, model, instructions, created_at }) => ({
    serviceId: id,
    name,
    model,
    instructions: instructions ?? '',
    createdAt: created_at && Number.isFinite(Date.parse(created_at)) ? toIso(created_at) : null,
  }))

const AgentPage = z.object({
  data: z.array(ServiceAgent),
  next_page_token: z.string().nullish(),
})

const ModelCard = z.object({
  id: z.string(),
  name: z.string().nullish(),
  capabilities: z.object({ completion_chat: z.boolean().default(true) }).optional(),
  deprecation: z.string().nullish(),
})
const ModelList = z.union([
  z.object({ data: z.array(ModelCard) }).transform(({ data }) => data),
  z.array(ModelCard),
])

/** Text, or parts of which some are text. */
const Content = z.union([
  z.string(),
  z
    .array(z.object({ text: z.string().optional() }))
    .transform((chunks) => chunks.map(({ text }) => text ?? '').join('')),
])
const Completion = z
  .object({ choices: z.array(z.object({ message: z.object({ content: Content }) })).min(1) })
  .transform(({ choices }) => choices[0]?.message.content ?? '')
const Conversation = z
  .object({ outputs: z.array(z.object({ type: z.string(), content: z.unknown().optional() })) })
  .transform(({ outputs }) => outputs.findLast(({ type }) => type === 'message.output')?.content)
  .pipe(Content)

type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: unknown
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

/**
 * The client of the model service: the only module that knows its routes, their successors, and its
 * failures.
 */
export function createMistral({
  baseUrl,
  apiKey,
  now,
  timeoutMs = ASSISTANT_TIMEOUT_MS,
  replyTimeoutMs = ASSISTANT_REPLY_TIMEOUT_MS,
}: {
  readonly baseUrl: string
  readonly apiKey: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly timeoutMs?: number
  readonly replyTimeoutMs?: number
}): AgentService {
  return { models, agents, createAgent, updateAgent, reply }

  async function models(signal: AbortSignal) {
    const answer = await send({ method: 'GET', path: '/v1/models', signal })
    const cards = read(ModelList, answer)
    const usable = cards.filter(({ capabilities, deprecation }) => {
      const isGone = deprecation ? Date.parse(deprecation) <= now() : false
      return (capabilities?.completion_chat ?? true) && !isGone
    })
    const unique = new Map(usable.map(({ id, name }) => [id, { id, name: name || id }]))
    return [...unique.values()].sort((a, b) => a.id.localeCompare(b.id))
  }

  async function agents(signal: AbortSignal) {
    const found: z.output<typeof ServiceAgent>[] = []
    let token: string | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer: OutgoingAnswer = await send({
        method: 'GET',
        path: `/v1/agents/pages?page_size=${PAGE_LIMIT_MAX}${token === null ? '' : `&page_token=${encodeURIComponent(token)}`}`,
        signal,
      })
      // Servers without that route read its last part as an agent's id.
      if (page === 0 && (isUnknownRoute(answer) || answer.status === 422))
        return agentsByNumber(signal)
      const { data, next_page_token: next } = read(AgentPage, answer)
      found.push(...data)
      if (!next || next === token) return found
      token = next
    }
    return found
  }

  async function agentsByNumber(signal: AbortSignal) {
    const found: z.output<typeof ServiceAgent>[] = []
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const path = `/v1/agents?page=${page}&page_size=${PAGE_LIMIT_MAX}`
      const data = read(z.array(ServiceAgent), await send({ method: 'GET', path, signal }))
      found.push(...data)
      if (data.length < PAGE_LIMIT_MAX) return found
    }
    return found
  }

  async function createAgent({ name, instructions, model }: AgentBody, signal: AbortSignal) {
    const body = { name, instructions, model }
    return read(ServiceAgent, await send({ method: 'POST', path: '/v1/agents', body, signal }))
  }

  async function updateAgent(
    serviceId: string,
    { name, instructions, model }: AgentBody,
    signal: AbortSignal,
  ) {
    const path = `/v1/agents/${encodeURIComponent(serviceId)}`
    const body = { name, instructions, model }
    const answer = await send({ method: 'PATCH', path, body, signal })
    if (answer.status === 404) throw new AppError('agent_not_found', serviceId)
    return read(ServiceAgent, answer)
  }

  async function reply(
    { serviceId, model, instructions }: AgentBody & { readonly serviceId: string | null },
    messages: readonly ConversationTurn[],
    signal: AbortSignal,
  ): Promise<string> {
    const post = (path: string, body: unknown) =>
      send({ method: 'POST', path, body, signal, timeoutMs: replyTimeoutMs })
    if (serviceId === null) {
      const system = { role: 'system', content: instructions }
      const body = { model, messages: [system, ...messages] }
      return written(read(Completion, await post('/v1/chat/completions', body)))
    }
    // `store: false`: a third party must not keep customers' messages.
    const asked = { agent_id: serviceId, inputs: inputsOf(messages), store: false, stream: false }
    const answer = await post('/v1/conversations', asked)
    if (!isUnknownRoute(answer)) return written(read(Conversation, answer))
    const completed = await post('/v1/agents/completions', { agent_id: serviceId, messages })
    return written(read(Completion, completed))
  }

  async function send({
    path,
    timeoutMs: limitMs = timeoutMs,
    ...request
  }: Request): Promise<OutgoingAnswer> {
    try {
      return await callOut({
        ...request,
        url: `${baseUrl}${path}`,
        secretHeaders: { authorization: `Bearer ${apiKey}` },
        timeoutMs: limitMs,
        limitBytes: GATEWAY_ANSWER_LIMIT_BYTES,
        // The operator chose the address.
        targets: anyTarget,
      })
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      throw new AppError('mistral_unavailable', error.message, { cause: error })
    }
  }
}

/** A single message is sent as text; with earlier ones, each is an entry. */
function inputsOf(messages: readonly ConversationTurn[]) {
  const [only, ...others] = messages
  if (only && others.length === 0) return only.content
  return messages.map((message) => ({ object: 'entry', type: 'message.input', ...message }))
}

function isUnknownRoute({ status }: OutgoingAnswer): boolean {
  return NO_ROUTE.has(status)
}

function written(text: string): string {
  const trimmed = text.trim().slice(0, TEXT_MAX_LENGTH)
  if (trimmed === '') throw new AppError('mistral_unavailable', 'an empty reply')
  return trimmed
}

/** @throws AppError `mistral_*` for an answer that does not match the schema */
function read<Schema extends z.ZodType>(schema: Schema, answer: OutgoingAnswer): z.output<Schema> {
  const { status, json, retryAfterSeconds } = answer
  if (status === 401 || status === 403) {
    throw new AppError('mistral_key_refused', `the service answered ${status}`)
  }
  if (status === 429) {
    throw new AppError('mistral_busy', 'the service answered 429', {
      retryAfterSeconds: retryAfterSeconds ?? BUSY_RETRY_SECONDS,
    })
  }
  if (status === 400 || status === 422) {
    const message = reasonOf(json)
    throw new AppError('mistral_refused', `the service answered ${status}: ${message}`, {
      ...(message !== '' && { details: [{ path: 'mistral', message }] }),
    })
  }
  const parsed = schema.safeParse(json)
  if (status < 200 || status >= 300 || !parsed.success) {
    const reason = parsed.error?.message ?? reasonOf(json)
    throw new AppError('mistral_unavailable', `the service answered ${status}: ${reason}`)
  }
  return parsed.data
}

const Failure = z.union([
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z
    .object({ detail: z.array(z.object({ loc: z.array(z.unknown()), msg: z.string() })) })
    .transform(({ detail }) =>
      detail.map(({ loc, msg }) => `${loc.map(String).join('.')}: ${msg}`).join('; '),
    ),
  z.object({ message: z.string() }).transform(({ message }) => message),
])

function reasonOf(json: unknown): string {
  const parsed = Failure.safeParse(json)
  return parsed.success ? parsed.data.slice(0, 500) : ''
}

function toIso(text: string): string {
  return new Date(text).toISOString()
}
