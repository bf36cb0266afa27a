import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { AppError, errorCatalogue } from '../../contract/errors.ts'
import { evolutionStatusOf } from '../../contract/gateways/evolution.ts'
import { EVENT_HEARTBEAT_MS } from '../../contract/limits.ts'
import type { Evolution } from '../../domain/gateways/evolution.ts'
import type { GatewayCaller } from '../../domain/gateways/gateway-access.ts'
import type { FindInstance } from '../../domain/gateways/stored-instances.ts'
import type { FedEvent, InstanceListener } from '../../domain/webhooks/instance-feed.ts'
import type { Outbox } from '../../domain/webhooks/webhook-outbox-store.ts'
import { limitGuesses } from '../requests/auth.ts'
import { addressOf } from '../requests/client.ts'
import type { HttpSettings, Services } from '../services.ts'
import type { SocketEntrance } from '../serving/server.ts'
import { createBacklogs } from './backlogs.ts'
import { type OpenFeed, openAtOnce } from './feed.ts'
import { createSeats } from './seats.ts'
import { markSessions } from './session-marks.ts'
import { atRoot, isSocketCall, placeIn, SOCKET_PATH } from './socket-places.ts'

/** A connection that has shown no key within this time is closed. */
const KEY_WITHIN_MS = 30_000
/** A client sends nothing but its key. */
const MAX_MESSAGE_BYTES = 10_000
/** Characters that may wait for a client. Beyond them it is dropped, and connects anew. */
const MAX_WAITING_LENGTH = 8 * 1024 * 1024
/** How long connections may take to close when the daemon stops; then they are destroyed. */
const CLOSE_MS = 500

type Outgoing = Readonly<Record<string, (event: FedEvent) => void>>
type Member = {
  readonly userId: string
  readonly key: string | undefined
  /** Names of the instances that the key opens; null: all of the user's. */
  readonly names: ReadonlySet<string> | null
  /** The instance that the client listens to; null: all that the key opens. */
  readonly instance: string | null
}
type Data = { member?: Member }
type Client = Socket<DefaultEventsMap, Outgoing, DefaultEventsMap, Data>

export type EventSockets = {
  readonly entrance: SocketEntrance
  readonly listener: InstanceListener
  close(): Promise<void>
}

/**
 * Lets programs listen to instances as they do with Evolution API: by Socket.IO, in the namespace of
 * one instance, or at the root for all that the key opens.
 */
export function createEventSockets({
  evolution,
  settings,
  stopping,
  now,
  log,
  checkMs = EVENT_HEARTBEAT_MS,
  openFeed = openAtOnce,
  sessionMark = null,
}: Pick<Services, 'log' | 'now' | 'stopping'> & {
  readonly evolution: Pick<Evolution, 'admit'> & { readonly find: FindInstance }
  readonly openFeed?: OpenFeed
  /** Begins the ids of sessions; null: they have no mark. */
  readonly sessionMark?: string | null
  /** How often it is checked whether connected clients are still allowed. */
  readonly checkMs?: number
  readonly settings: Pick<HttpSettings, 'basePath' | 'corsOrigins' | 'streams' | 'trustProxy'>
}): EventSockets {
  const { basePath, corsOrigins, streams, trustProxy } = settings
  const inner = createServer()
  const io = new Server<DefaultEventsMap, Outgoing, DefaultEventsMap, Data>(inner, {
    path: SOCKET_PATH,
    serveClient: false,
    cleanupEmptyChildNamespaces: true,
    connectTimeout: KEY_WITHIN_MS,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    ...(corsOrigins.length > 0 && {
      cors: {
        origin: corsOrigins.map((origin) => new URL(origin).origin),
        allowedHeaders: ['apikey', 'content-type'],
        credentials: true,
      },
    }),
  })
  const admitKey = limitGuesses(evolution.admit, { now })
  const backlogs = createBacklogs()
  const listener = { wants, take, gone }
  const checkedListener = {
    ...listener,
    checks: (userId: string): Promise<void> => check(seats.of(userId)),
  }
  const seats = createSeats<Client>({
    limit: streams,
    openFeed: (userId) => openFeed(userId, checkedListener),
  })
  /** How many clients of a connection wait to be let in. */
  const asking = new WeakMap<Client['conn'], number>()
  /** Connections that speak no HTTP any more, which the server does not close itself. */
  const upgraded = new Set<Duplex>()

  for (const space of [io.of('/'), io.of((_name, _auth, next) => next(null, true))]) {
    space.use((client, next) => {
      const { conn } = client
      asking.set(conn, (asking.get(conn) ?? 0) + 1)
      admit(client)
        .then(
          () => next(),
          (error) => {
            if (!(error instanceof AppError))
              log.error({ err: error }, 'a socket could not be let in')
            next(refusalOf(error))
          },
        )
        .finally(() => {
          asking.set(conn, (asking.get(conn) ?? 0) - 1)
          closeUnused(conn)
        })
    })
    space.on('connection', begin)
  }
  const heartbeat = setInterval(() => void check(seats.all()), checkMs)
  if (sessionMark !== null) markSessions(io.engine, sessionMark)

  return {
    entrance: {
      takes: (url) => isSocketCall(url, basePath),
      request(incoming, outgoing) {
        outgoing.setHeader('cache-control', 'no-store')
        outgoing.setHeader('x-content-type-options', 'nosniff')
        incoming.url = atRoot(incoming.url)
        inner.emit('request', incoming, outgoing)
      },
      upgrade(incoming, socket, head) {
        upgraded.add(socket)
        socket.once('close', () => upgraded.delete(socket))
        incoming.url = atRoot(incoming.url)
        inner.emit('upgrade', incoming, socket, head)
      },
    },
    listener,
    close,
  }

  /** @throws AppError `apikey_refused`, `device_not_found`, `too_many_streams`, … */
  async function admit(client: Client): Promise<void> {
    if (stopping.aborted) throw new AppError('stopping', 'a socket')
    const { handshake, nsp } = client
    const forwarded = first(handshake.headers['x-forwarded-for'])
    const key = keyOf(client)
    const { userId, names } = await admitKey(
      key,
      addressOf({ forwarded, remote: handshake.address }, trustProxy),
    )
    const caller = { userId, names }
    const instance = await instanceAt(nsp.name, caller)
    // Without waiting: clients at the same time would all find the last seat free.
    const feed = seats.take(client, userId)
    if (!feed) return
    client.data.member = { ...caller, key, instance }
    await feed.opened()
  }

  async function instanceAt(namespace: string, caller: GatewayCaller): Promise<string | null> {
    const { name, mayBeRoot } = placeIn(namespace, basePath)
    if (name === null) return null
    try {
      return (await evolution.find(caller, name)).record.id
    } catch (error) {
      if (mayBeRoot && isRefusal(error)) return null
      throw error
    }
  }

  function begin(client: Client): void {
    // The instance may have been removed meanwhile.
    if (!seats.has(client)) {
      client.disconnect()
      return
    }
    backlogs.watch(client.conn)
    client.on('disconnect', () => {
      seats.leave(client)
      closeUnused(client.conn)
    })
  }

  /** Closes a connection without clients, once packets that came together are handled. */
  function closeUnused(connection: Client['conn']): void {
    setImmediate(() => {
      if (!asking.get(connection) && seats.areGivenBackOn(connection)) connection.close()
    })
  }

  function letGo(client: Client): void {
    seats.leave(client)
    client.disconnect()
  }

  /** Disconnects clients whose key was changed, or whose instance was removed, meanwhile. */
  async function check(clients: readonly Client[]): Promise<void> {
    for (const client of clients) {
      if (!(await isStillAllowed(client))) letGo(client)
    }
  }

  /** Also updates which instances the key opens. */
  async function isStillAllowed({ data }: Client): Promise<boolean> {
    const { member } = data
    if (!member) return false
    try {
      const caller = await evolution.admit(member.key)
      if (member.instance !== null) await evolution.find(caller, member.instance)
      if (caller.userId !== member.userId) return false
      data.member = { ...member, names: caller.names }
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      log.error({ err: error }, 'a socket could not be checked')
      return true
    }
  }

  function wants({ userId, instance }: Outbox): boolean {
    return seats.of(userId).some((client) => follows(client, instance))
  }

  function take({ userId, instance }: Outbox, event: FedEvent, isChosen: boolean): void {
    const bySpace = new Map<Client['nsp'], string[]>()
    for (const client of seats.of(userId)) {
      const isWhole = client.data.member?.instance === null
      if (!(isWhole || isChosen) || !follows(client, instance) || !keepsUp(client)) continue
      bySpace.set(client.nsp, [...(bySpace.get(client.nsp) ?? []), client.id])
    }
    // Written once for all in a namespace, however many listen there.
    for (const [space, ids] of bySpace) space.to(ids).emit(event.event, event)
  }

  function gone({ userId, instance }: Outbox): void {
    for (const client of seats.of(userId)) {
      const { member } = client.data
      if (member?.instance === instance) letGo(client)
      else if (member?.names)
        client.data.member = { ...member, names: without(member.names, instance) }
    }
  }

  function keepsUp(client: Client): boolean {
    const length = backlogs.lengthOf(client.conn)
    if (length < MAX_WAITING_LENGTH) return true
    const { userId, instance } = client.data.member ?? {}
    log.warn({ userId, instance, length }, 'a socket that does not keep up is dropped')
    client.conn.close(true)
    return false
  }

  async function close(): Promise<void> {
    clearInterval(heartbeat)
    await io.close()
    setTimeout(() => {
      for (const socket of upgraded) socket.destroy()
    }, CLOSE_MS)
  }
}

/** Removes an instance's name: one made anew under that name may have another token. */
function without(names: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...names].filter((name) => name !== gone))
}

function follows({ data: { member } }: Client, name: string): boolean {
  if (!member) return false
  if (member.instance !== null) return member.instance === name
  return member.names === null || member.names.has(name)
}

/** Reads the key where clients of Evolution API send it, or where Socket.IO has it. */
function keyOf({ handshake: { query, headers, auth } }: Client): string | undefined {
  const given: unknown = auth.apikey
  const shown = [first(query.apikey), first(headers.apikey), given]
  return shown.find((key): key is string => typeof key === 'string' && key !== '')
}

function first(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.at(-1)
}

/** Whether a client's own request was refused; a fault of the server says nothing about it. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && errorCatalogue[error.code].status < 500
}

/** What a client gets as the `connect_error`. */
function refusalOf(error: unknown): Error {
  const code = error instanceof AppError ? error.code : 'unexpected'
  const data = { code, status: evolutionStatusOf(code) }
  return Object.assign(new Error(errorCatalogue[code].text), { data })
}
