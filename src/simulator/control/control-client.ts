import { z } from 'zod'
import { GroupState } from '../groups/group-request.ts'
import { isSimulatorErrorCode, SimulatorError } from '../simulator-error.ts'
import { FaultFields, noFaults } from '../world/faults.ts'
import {
  AccountState,
  Limits,
  LinkedDevice,
  ReceivedMessage,
  Settings,
  type SimulatorControl,
  SimulatorStats,
} from './control.ts'

/** How long the control may take; a pairing waits for the client too. */
const TIMEOUT_MS = 15_000

const Faults = FaultFields.transform((fields) => ({ ...noFaults, ...fields }))
const Counted = z.object({ count: z.number() })
const Failure = z.object({ code: z.string(), detail: z.string().optional() })

/** The control of a simulator in another process or thread. */
export function createControlClient(controlUrl: string, timeoutMs = TIMEOUT_MS): SimulatorControl {
  return {
    scan: (request) => post('/scan', request, LinkedDevice),
    enterCode: (request) => post('/code', request, LinkedDevice),
    showPasskey: (asked) => post('/passkey', asked, z.object({ answer: z.string() })),
    passkeyCode: () => get('/passkey-code', z.object({ code: z.string().nullable() })),
    accounts: () => get('/accounts', z.array(AccountState)),
    inbox: (phone) => get(`/inbox?phone=${encodeURIComponent(phone)}`, z.array(ReceivedMessage)),
    inboxes,
    stats: () => get('/stats', SimulatorStats),
    setBehaviour: async (who, behaviour) => {
      await post('/behaviour', { who, behaviour }, z.object({}))
    },
    setAccount: (phone, settings) => post('/account', { phone, settings }, Settings),
    changePhone: async (phone, change) => {
      await post('/phone', { phone, change }, z.object({}))
    },
    setFaults: (faults) => post('/faults', faults, Faults),
    sendInbound: (message) => post('/inbound', message, z.object({ messageId: z.string() })),
    sendOwn: (message) => post('/own', message, z.object({ messageId: z.string() })),
    playGroup: (request) => post('/group', request, z.object({ group: z.string() })),
    groups: () => get('/groups', z.array(GroupState)),
    sendStanza: async (phone, node) => {
      await post('/stanza', { phone, node }, z.object({}))
    },
    sendHistory: async (phone, people) => {
      await post('/history', { phone, people }, z.object({}))
    },
    makeNoise: async (phone) => (await post('/noise', { phone }, Counted)).count,
    markRead: async (phone, messageId) =>
      (await post('/read', { phone, messageId }, Counted)).count,
    drop: async (phone) => (await post('/drop', { phone }, Counted)).count,
    endStream: async (error) => (await post('/stream-error', error, Counted)).count,
    logOut: async (phone, device) => (await post('/logout', { phone, device }, Counted)).count,
    setLimits: (phone, limits) => post('/limits', { phone, limits }, Limits),
    reset: async () => {
      await post('/reset', {}, z.object({}))
    },
  }

  async function* inboxes(): AsyncIterable<ReceivedMessage> {
    const response = await call('/inboxes', {})
    if (!response.body) return
    let rest = ''
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield ReceivedMessage.parse(JSON.parse(line))
    }
  }

  async function get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const response = await call(path, { signal: AbortSignal.timeout(timeoutMs) })
    return schema.parse(await response.json())
  }

  async function post<T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> {
    const response = await call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return schema.parse(await response.json())
  }

  async function call(path: string, request: RequestInit): Promise<Response> {
    const response = await fetch(`${controlUrl}${path}`, request)
    if (response.ok) return response
    const { code, detail } = Failure.parse(await response.json())
    throw new SimulatorError(isSimulatorErrorCode(code) ? code : 'unexpected', detail)
  }
}
