import { AppError } from '../../contract/errors.ts'
import type { AssistantLink, Chatbot } from '../../contract/gateways/assistant.ts'
import {
  REPLIES_PER_CONTACT_AN_HOUR,
  REPLY_CONTEXT_MESSAGES,
  REPLY_MAX_AGE_MS,
  REPLY_TIMEOUT_MS,
} from '../../contract/limits.ts'
import { NOTE_TYPE, type WebhookMessage } from '../../contract/messages/chat.ts'
import { wordlessKinds } from '../../contract/messages/message-content.ts'
import type { Clock } from '../clock.ts'
import { followSignal } from '../followed-signal.ts'
import { createLimiter } from '../limiter.ts'
import { createSerial } from '../serial.ts'
import type { InstanceKey, NewMessage } from '../webhooks/webhook-message-store.ts'
import type { ConversationTurn } from './assistants.ts'
import { type ReplyOutcome, reasonOf, silenceOf } from './reply-outcome.ts'
import { chooseResponder, type Responder, type Silence, unanswerableReason } from './responder.ts'

export type Replies = ReturnType<typeof createReplies>

/** The chat an answer goes to, and the instance that sends it. */
export type ReplyTarget = InstanceKey & { readonly userId: string; readonly remoteJid: string }

type Question = {
  readonly agentId: string
  readonly conversation: readonly ConversationTurn[]
  readonly signal: AbortSignal
}

/** Messages of one contact that may wait for their answer. */
const MAX_WAITING_PER_CONTACT = 20
/** Messages of one user's contacts that may wait for their answers. */
const MAX_WAITING_PER_USER = 500
/** Answers in progress at once; a slow model service of one user leaves room for the others. */
const answering = { running: 16, runningEach: 12 }
/** Pauses before a busy or failing model service is asked again. */
const ASK_PAUSES_MS = [2_000, 8_000]
const HOUR_SECONDS = 60 * 60
/** Enough to find the last hour's inbound messages among the answers. */
const HISTORY_MESSAGES = 3 * REPLIES_PER_CONTACT_AN_HOUR
/** Earlier texts are cut to this length for the assistant; the question itself is sent whole. */
const CONTEXT_TEXT_LENGTH = 4_000

/**
 * Answers inbound messages, by chatbot or assistant. The queue is in memory only: an answer that a
 * restart would delay is better not sent. How many answers a contact got is read from the thread on
 * the disk.
 */
export function createReplies({
  chatbots,
  findLink,
  findOwnJid,
  history,
  ask,
  send,
  note,
  clock,
  onDropped,
  onFault,
}: {
  /** Newest first. */
  readonly chatbots: (userId: string) => Promise<readonly Chatbot[]>
  readonly findLink: (
    userId: string,
    instanceKey: InstanceKey,
  ) => Promise<AssistantLink | undefined>
  /** The instance's own jid, where it is known. */
  readonly findOwnJid: (userId: string, instanceKey: InstanceKey) => Promise<string | null>
  /** The newest messages with one contact, in ascending order. */
  readonly history: (target: ReplyTarget, limit: number) => Promise<readonly WebhookMessage[]>
  readonly ask: (userId: string, question: Question) => Promise<string>
  /** Resolves once the text is sent, and in the thread. */
  readonly send: (target: ReplyTarget, text: string, signal: AbortSignal) => Promise<void>
  /** Called with what became of each message from somebody else. */
  readonly note: (target: ReplyTarget, message: NewMessage, outcome: ReplyOutcome) => void
  readonly clock: Clock
  /** Called with how many messages get no answer because too many wait already. */
  readonly onDropped: (target: Omit<ReplyTarget, 'remoteJid'>, count: number) => void
  /** `subject` never contains a message's text. */
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const serially = createSerial()
  /** How many messages wait, by contact and by user. */
  const waiting = new Map<string, number>()
  const limited = createLimiter(answering)
  const stopping = new AbortController()

  return { onNewMessages, stop: () => stopping.abort() }

  /** Returns at once; the answers come afterwards, in order for each contact. */
  function onNewMessages(
    userId: string,
    instanceKey: InstanceKey,
    messages: readonly NewMessage[],
  ): void {
    if (stopping.signal.aborted) return
    let dropped = 0
    for (const message of messages) {
      // Own messages and signs such as a thumb ask for nothing.
      if (message.isFromMe || wordlessKinds.has(message.type)) continue
      const target = { ...instanceKey, userId, remoteJid: message.remoteJid }
      const reason = unanswerableReason({ ...instanceKey, ...message })
      if (reason !== null) note(target, message, silenceOf(reason))
      else if (isStale(message)) note(target, message, silenceOf('too_old'))
      else if (hasRoom(target)) enqueue(target, message)
      else {
        dropped += 1
        note(target, message, silenceOf('queue_full'))
      }
    }
    if (dropped > 0) onDropped({ ...instanceKey, userId }, dropped)
  }

  function hasRoom(target: ReplyTarget): boolean {
    const ofContact = waiting.get(contactKey(target)) ?? 0
    const ofUser = waiting.get(target.userId) ?? 0
    return ofContact < MAX_WAITING_PER_CONTACT && ofUser < MAX_WAITING_PER_USER
  }

  function enqueue(target: ReplyTarget, message: NewMessage): void {
    const contact = contactKey(target)
    for (const key of [contact, target.userId]) count(key, 1)
    serially(contact, () => limited(target.userId, () => answer(target, message)))
      .catch((error) => onFault(error, `a reply of ${target.instance}`))
      .finally(() => {
        for (const key of [contact, target.userId]) count(key, -1)
      })
  }

  function count(key: string, change: 1 | -1): void {
    const left = (waiting.get(key) ?? 0) + change
    if (left > 0) waiting.set(key, left)
    else waiting.delete(key)
  }

  async function answer(target: ReplyTarget, message: NewMessage): Promise<void> {
    if (stopping.signal.aborted) return
    // Checked again: the message may have waited behind slow answers.
    if (isStale(message)) {
      note(target, message, silenceOf('too_old'))
      return
    }
    const past = await history(target, Math.max(HISTORY_MESSAGES, REPLY_CONTEXT_MESSAGES + 1))
    const chosen = await choose(target, message, past)
    if (chosen.kind === 'silence') {
      const { chatbotId, agentId, reason } = chosen
      note(target, message, { chatbotId, agentId, answer: null, reason })
      return
    }
    const by = { chatbotId: chosen.chatbotId, agentId: 'agentId' in chosen ? chosen.agentId : null }
    let text: string | null = null
    try {
      await withLimit(async (signal) => {
        text = await textOf(chosen, { target, conversation: conversationOf(past, message), signal })
        if (!signal.aborted) await send(target, text, signal)
      })
      note(target, message, { ...by, answer: text, reason: null })
    } catch (error) {
      // Whoever stops the daemon knows why there is no answer.
      if (!stopping.signal.aborted) {
        const reason = reasonOf(error, { isSending: text !== null })
        note(target, message, { ...by, answer: null, reason })
      }
      throw error
    }
  }

  async function textOf(
    responder: Responder,
    { target, ...question }: { readonly target: ReplyTarget } & Omit<Question, 'agentId'>,
  ): Promise<string> {
    if (responder.kind === 'text') return responder.text
    return askPatiently(target.userId, { ...question, agentId: responder.agentId })
  }

  async function choose(
    target: ReplyTarget,
    message: NewMessage,
    past: readonly WebhookMessage[],
  ): Promise<Responder | Silence> {
    const { userId, gatewayId, instance } = target
    const instanceKey = { gatewayId, instance }
    const ownJids = [message.ownJid, await findOwnJid(userId, instanceKey)]
    const sinceSeconds = Math.floor(clock.now() / 1000) - HOUR_SECONDS
    return chooseResponder({
      message: { ...instanceKey, ...message },
      chatbots: await chatbots(userId),
      link: await findLink(userId, instanceKey),
      ownJids: ownJids.filter((jid) => jid !== null),
      messagesInLastHour: past.filter(
        ({ isFromMe, sentAtSeconds }) => !isFromMe && sentAtSeconds >= sinceSeconds,
      ).length,
    })
  }

  async function askPatiently(userId: string, question: Question): Promise<string> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask(userId, question)
      } catch (error) {
        const pauseMs = ASK_PAUSES_MS[tries]
        if (pauseMs === undefined || question.signal.aborted || !isPassing(error)) throw error
        await pause(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000), question.signal)
        if (question.signal.aborted) throw error
      }
    }
  }

  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(ms, resolve)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })
  }

  async function withLimit(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal, abort, release } = followSignal(stopping.signal)
    const cancel = clock.after(REPLY_TIMEOUT_MS, abort)
    try {
      await work(signal)
      if (signal.aborted) throw new AppError('mistral_unavailable', 'a reply took too long')
    } finally {
      cancel()
      release()
    }
  }

  function isStale({ sentAtSeconds }: NewMessage): boolean {
    return sentAtSeconds * 1000 < clock.now() - REPLY_MAX_AGE_MS
  }
}

function contactKey({ userId, gatewayId, instance, remoteJid }: ReplyTarget): string {
  return JSON.stringify([userId, gatewayId, instance, remoteJid])
}

function isPassing(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  return error.code === 'mistral_busy' || error.code === 'mistral_unavailable'
}

/** The messages before, and the message to answer as the last one. */
function conversationOf(
  past: readonly WebhookMessage[],
  { id, text, sentAtSeconds }: NewMessage,
): readonly ConversationTurn[] {
  const before = past.filter(
    (each) => each.id !== id && each.sentAtSeconds <= sentAtSeconds && each.type !== NOTE_TYPE,
  )
  const turns = before.slice(-REPLY_CONTEXT_MESSAGES).map(
    ({ isFromMe, content }): ConversationTurn => ({
      role: isFromMe ? 'assistant' : 'user',
      content: content.slice(0, CONTEXT_TEXT_LENGTH),
    }),
  )
  return [...turns, { role: 'user', content: text ?? '' }]
}
