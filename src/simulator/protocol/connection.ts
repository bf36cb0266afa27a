import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { encodeBinaryNode } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import type { Faults } from '../world/faults.ts'
import { createHandshake, type NoiseIdentity, noiseHeader, type Transport } from './noise.ts'
import { readStanza } from './stanza.ts'

/** One client's connection, from its first byte on. */
export type Connection = {
  /** Of the client's end of it. */
  readonly clientPort: number
  /** Writes a stanza, after the latency in force and after everything sent before it. */
  send(node: BinaryNode): void
  /** Closes once everything sent before has been written. */
  end(): void
  /** Cuts the TCP connection, whatever is still to be written. */
  cut(): void
  /** Looks again at what a fault was holding back. */
  wake(): void
}

export type ConnectionEvents = {
  opened(
    connection: Connection,
    client: { clientStatic: Buffer; payload: proto.ClientPayload },
  ): void
  stanza(connection: Connection, node: BinaryNode): void
  closed(connection: Connection): void
  failed(error: unknown): void
}

const lengthBytes = 3
/** How long a client may take to answer a close before its connection is cut. */
const closeGraceMs = 500

export function createConnection(parts: {
  socket: WebSocket
  clientPort: number
  identity: NoiseIdentity
  faults: Faults
  events: ConnectionEvents
}): Connection {
  const { socket, clientPort, faults, events } = parts
  const handshake = createHandshake(parts.identity)
  const incoming: Buffer[] = []
  const outgoing: { dueAt: number; write: () => void }[] = []
  const connection: Connection = { clientPort, send, end, cut, wake }
  let transport: Transport | undefined
  let greeted = false
  let started = false
  let unread: Buffer = Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined

  socket.on('message', (data) => receive(toBuffer(data)))
  // Ignored: the `close` that follows reports a client that vanished.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearTimeout(timer)
    incoming.length = 0
    outgoing.length = 0
    events.closed(connection)
  })
  return connection

  function receive(data: Buffer): void {
    unread = unread.length === 0 ? data : Buffer.concat([unread, data])
    if (!started) {
      const afterHeader = skipHeader(unread)
      if (afterHeader === undefined) return
      unread = afterHeader
      started = true
    }
    while (unread.length >= lengthBytes) {
      const end = lengthBytes + unread.readUIntBE(0, lengthBytes)
      if (unread.length < end) break
      incoming.push(unread.subarray(lengthBytes, end))
      unread = unread.subarray(end)
    }
    readIncoming()
  }

  function readIncoming(): void {
    while (!faults.freeze) {
      const frame = incoming.shift()
      if (!frame) return
      try {
        readFrame(frame)
      } catch (error) {
        events.failed(error)
        cut()
        return
      }
    }
  }

  function readFrame(frame: Buffer): void {
    if (transport) {
      events.stanza(connection, readStanza(transport.decrypt(frame)))
      return
    }
    if (!greeted) {
      greeted = true
      const answer = handshake.hello(frame)
      enqueue(() => writeFrame(answer))
      return
    }
    const { transport: opened, ...client } = handshake.finish(frame)
    transport = opened
    events.opened(connection, client)
  }

  function send(node: BinaryNode): void {
    enqueue(() => {
      // Sealed only now: the cipher counts frames in the order in which they are written.
      if (transport) writeFrame(transport.encrypt(encodeBinaryNode(node)))
    })
  }

  function end(): void {
    enqueue(() => {
      socket.close()
      setTimeout(() => socket.terminate(), closeGraceMs).unref()
    })
  }

  function cut(): void {
    socket.terminate()
  }

  function wake(): void {
    readIncoming()
    flush()
  }

  function enqueue(write: () => void): void {
    if (outgoing.length === 0 && faults.latencyMs === 0 && !faults.freeze) {
      write()
      return
    }
    const previous = outgoing.at(-1)?.dueAt ?? 0
    outgoing.push({ dueAt: Math.max(previous, Date.now() + faults.latencyMs), write })
    if (outgoing.length === 1) flush()
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    while (!faults.freeze) {
      const next = outgoing[0]
      if (!next) return
      const waitMs = next.dueAt - Date.now()
      if (waitMs > 0) {
        timer = setTimeout(flush, waitMs)
        return
      }
      outgoing.shift()
      next.write()
    }
  }

  function writeFrame(payload: Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    const frame = Buffer.allocUnsafe(lengthBytes + payload.length)
    frame.writeUIntBE(payload.length, 0, lengthBytes)
    payload.copy(frame, lengthBytes)
    socket.send(frame)
  }
}

/**
 * Drops what comes before the first frame: the four bytes of the protocol, perhaps with routing
 * information in front (whose mark Baileys overwrites with 02 03). Undefined: not all here yet.
 */
function skipHeader(data: Buffer): Buffer | undefined {
  if (data.length < noiseHeader.length) return undefined
  if (data.subarray(0, noiseHeader.length).equals(noiseHeader)) {
    return data.subarray(noiseHeader.length)
  }
  const routingHeader = 7
  if (data.length < routingHeader) return undefined
  const end = routingHeader + data.readUIntBE(4, 3) + noiseHeader.length
  return data.length < end ? undefined : data.subarray(end)
}

function toBuffer(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
