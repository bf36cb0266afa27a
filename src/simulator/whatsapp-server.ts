import { createServer, type Server } from 'node:http'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { WebSocketServer } from 'ws'
import type { Inbound } from './messages/inbound.ts'
import type { Messages } from './messages/messages.ts'
import { handOut, settle } from './messages/outbox.ts'
import { type Connection, createConnection } from './protocol/connection.ts'
import type { NoiseIdentity } from './protocol/noise.ts'
import type { Pairing } from './protocol/pairing.ts'
import { forgetPresences, notePresence, noteReport } from './protocol/presence.ts'
import type { Queries } from './protocol/queries.ts'
import { refusalOf, refuseLogin, signIn } from './protocol/sign-in.ts'
import { childOf, childrenOf, stanza as stanzaOf } from './protocol/stanza.ts'
import type { Companion, World } from './world/world.ts'

/** The WebSocket server that clients connect to. Its caller listens on it and closes it. */
export function createWhatsappServer(parts: {
  world: World
  identity: NoiseIdentity
  connections: Set<Connection>
  pairing: Pairing
  queries: Queries
  messages: Messages
  inbound: Inbound
}): Server {
  const { world, connections, pairing } = parts
  const companions = new Map<Connection, Companion>()
  const http = createServer((_, response) => response.writeHead(426).end())
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const events = { opened, stanza, closed, failed: world.failed }

  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const refused = world.faults.refuseUpgrade
    if (refused === 'reset') {
      socket.destroy()
      return
    }
    if (refused !== null) {
      socket.end(`HTTP/1.1 ${refused} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const { identity } = parts
      const { remotePort: clientPort = 0 } = request.socket
      connections.add(
        createConnection({
          ...{ socket: webSocket, clientPort, identity, events },
          faults: world.faults,
        }),
      )
    })
  })
  return http

  function opened(connection: Connection, client: Parameters<Pairing['begin']>[1]): void {
    if (client.payload.devicePairingData) {
      const refused = refusalOf(world, client.payload)
      if (refused !== null) {
        refuseLogin(world, connection, refused)
        return
      }
      pairing.begin(connection, client)
      return
    }
    const companion = signIn(world, connection, client)
    if (!companion) return
    companions.set(connection, companion)
    forgetPresences(companion)
  }

  function stanza(connection: Connection, node: BinaryNode): void {
    const companion = companions.get(connection)
    if (!companion) {
      pairing.take(connection, node)
      return
    }
    // A session that was replaced or removed may still have stanzas under way.
    if (companion.connection === connection) take(companion, node)
  }

  function take(companion: Companion, node: BinaryNode): void {
    try {
      if (node.tag === 'iq') parts.queries.take(companion, node)
      else if (node.tag === 'message') parts.messages.take(companion, node)
      else if (node.tag === 'receipt') parts.inbound.takeReceipt(companion, node)
      else if (node.tag === 'ack') takeAck(companion, node)
      else if (node.tag === 'ib') pull(companion, node)
      else if (node.tag === 'presence') notePresence(companion, node)
      else if (node.tag === 'call') takeCall(companion, node)
      else if (node.tag === 'chatstate') takeTyping(companion, node)
    } catch (error) {
      world.failed(error)
    }
  }

  /** What a client refuses stays in its queue, as was seen of status updates. */
  function takeAck(companion: Companion, node: BinaryNode): void {
    if (node.attrs.error === undefined) settle(companion, node)
    else world.stats.nacks += 1
  }

  /** A client says what becomes of a call to its account. */
  function takeCall(companion: Companion, node: BinaryNode): void {
    const [said] = childrenOf(node)
    const { id = '', to = '' } = node.attrs
    const about = said?.attrs['call-id'] ?? ''
    noteReport(companion, { what: `call ${said?.tag}`, about, to })
    companion.connection?.send(stanzaOf('ack', { class: 'call', id, from: to }))
  }

  function takeTyping(companion: Companion, node: BinaryNode): void {
    const [state] = childrenOf(node)
    const { to = '' } = node.attrs
    noteReport(companion, { what: state?.attrs.media ?? state?.tag ?? '', about: 'typing', to })
  }

  function pull(companion: Companion, node: BinaryNode): void {
    const batch = childOf(node, 'offline_batch')
    if (batch) handOut(world, companion, Number(batch.attrs.count ?? 0))
  }

  function closed(connection: Connection): void {
    connections.delete(connection)
    pairing.forget(connection)
    const companion = companions.get(connection)
    companions.delete(connection)
    if (companion?.connection === connection) companion.connection = undefined
  }
}
