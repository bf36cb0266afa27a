import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { createSerial } from '../../src/domain/serial.ts'
import { wellFormed } from './odd-values.ts'
import type { FuzzRequest } from './requests.ts'
import { isNode, type Known, knownMarks } from './schema-values.ts'

/** Sends requests without the corrections of `fetch`: exactly the given bytes go out. */

export type FuzzAnswer = {
  readonly status: number
  readonly type: string
  readonly text: string
}

type Call = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string | null
}

class StaleConnection extends Error {}

export type Sender = ReturnType<typeof createSender>

const TIMEOUT_MS = 15_000
const KEPT_OF_A_KIND = 60
/** Clients choose these ids, so these few bound how many devices the requests create. */
const devices = ['5511987650001', '5511987650002', 'loja', 'loja-2', '_', 'A'.repeat(64)]

export function createSender(url: string, account: { readonly apikey: string }) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const known = new Map<Known, string[]>([['device', [...devices]]])
  const guarded = new WeakSet<object>()
  let { apikey } = account
  const inTurn = createSerial()

  return { send, sendRaw, apikey: () => apikey, close: () => agent.destroy() }

  /** Sends one request with known values in place of its marks. */
  async function send(made: FuzzRequest): Promise<FuzzAnswer> {
    const path = fill(made.path, (text) => encodeURIComponent(wellFormed(text))).replace(
      /[^\x21-\xff]/g,
      '',
    )
    const body = typeof made.body === 'string' ? fill(made.body, jsonText) : fillBytes(made.body)
    const headers = { ...(made.isSignedIn && { apikey }), ...made.headers }
    const ask = async () => {
      const answer = await again({ method: made.method, path, headers, body })
      if (answer.status < 300 && answer.type.includes('json') && answer.text !== '')
        learn(made, answer.text)
      return answer
    }
    // Sends them one after another: of two at once, nobody would know which key is the newer.
    return path.startsWith('/auth/apikey') ? inTurn('apikey', ask) : ask()
  }

  /** Calls again where the server had just closed a kept connection, which is no answer. */
  async function again(call: Call): Promise<FuzzAnswer> {
    try {
      return await exchange(call)
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error
      return exchange(call)
    }
  }

  function exchange(call: Call): Promise<FuzzAnswer> {
    const { method, path, body } = call
    const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { hostname, port, agent, method, path, headers: { ...length, ...call.headers } },
        (incoming) => {
          const type = incoming.headers['content-type'] ?? ''
          const status = incoming.statusCode ?? 0
          if (type.includes('event-stream')) {
            outgoing.destroy()
            resolve({ status, type, text: '' })
            return
          }
          const pieces: Buffer[] = []
          incoming.on('data', (piece: Buffer) => pieces.push(piece))
          incoming.on('end', () =>
            resolve({ status, type, text: Buffer.concat(pieces).toString() }),
          )
          incoming.on('error', reject)
        },
      )
      outgoing.setTimeout(TIMEOUT_MS, () =>
        outgoing.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)),
      )
      // A refused upload is cut off, which the socket may report after the answer has been read.
      outgoing.on('socket', (socket) => {
        if (!guarded.has(socket)) socket.on('error', () => undefined)
        guarded.add(socket)
      })
      outgoing.on('error', (error) => {
        const isReset = /socket hang up|ECONNRESET|EPIPE/.test(error.message)
        reject(isReset && outgoing.reusedSocket ? new StaleConnection() : error)
      })
      outgoing.end(body ?? undefined)
    })
  }

  /** Writes bytes that need not be HTTP at all, and waits until the server hangs up or is silent. */
  function sendRaw(bytes: Uint8Array, quietMs: number): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) })
      const pieces: Buffer[] = []
      const done = () => {
        socket.destroy()
        resolve(Buffer.concat(pieces).toString('latin1'))
      }
      socket.setTimeout(quietMs, done)
      socket.on('data', (piece) => pieces.push(piece))
      socket.on('error', done)
      socket.on('close', done)
      socket.write(bytes)
    })
  }

  function fill(text: string, encode: (text: string) => string): string {
    return text.replace(knownMarks, (_, kind: string, index: string) => {
      const values = [...known].find(([name]) => name === kind)?.[1] ?? []
      // The newest first: older ones may be deleted by now.
      return encode(
        values[values.length - 1 - (Number(index) % Math.max(values.length, 1))] ?? 'unknown',
      )
    })
  }

  function fillBytes(bytes: Buffer | null): Buffer | null {
    if (!bytes?.includes('⟦')) return bytes
    return Buffer.from(
      fill(bytes.toString('latin1'), (text) => text),
      'latin1',
    )
  }

  function learn({ path }: FuzzRequest, text: string): void {
    const value: unknown = JSON.parse(text)
    if (path.startsWith('/auth')) {
      if (path.startsWith('/auth/apikey') && isNode(value)) apikey = String(value.apikey)
      return
    }
    const kind = path.startsWith('/api/contacts')
      ? 'list'
      : path.startsWith('/api/campaigns')
        ? 'campaign'
        : 'other'
    for (const item of itemsOf(value)) {
      if (typeof item.imageUrl === 'string') remember('image', item.imageUrl)
      for (const name of ['id', 'name', 'instance_name', 'phone', 'url']) {
        const found = item[name]
        if (typeof found === 'string' && (name === 'id' || kind === 'other')) remember(kind, found)
      }
    }
  }

  function remember(kind: Known, value: string): void {
    const values = known.get(kind) ?? []
    if (values.includes(value)) return
    known.set(kind, [...values, value].slice(-KEPT_OF_A_KIND))
  }
}

function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function itemsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}
