import type { Socket } from 'socket.io'
import { AppError } from '../../contract/errors.ts'
import type { Feed } from './feed.ts'

/**
 * Keeps the seats of clients that listen: each user has a limited number. A connection holds one
 * for each of its namespaces, and gives all of them back when it closes, including those of clients
 * that never came to listen. The user's feed is open for as long as a client has a seat.
 */
export function createSeats<Client extends { readonly conn: Socket['conn'] }>({
  limit,
  openFeed,
}: {
  readonly limit: number
  readonly openFeed: (userId: string) => Feed
}) {
  const byUser = new Map<string, { readonly clients: Set<Client>; readonly feed: Feed }>()
  const byConnection = new WeakMap<Client['conn'], Map<Client, string>>()
  return { take, leave, has, of, all, areGivenBackOn }

  /**
   * Returns the user's feed, and null where the client has gone.
   * @throws AppError `too_many_streams`
   */
  function take(client: Client, userId: string): Feed | null {
    const { conn } = client
    if (conn.readyState !== 'open') return null
    const known = byUser.get(userId)
    if ((known?.clients.size ?? 0) >= limit) throw new AppError('too_many_streams', userId)
    const { clients, feed } = known ?? { clients: new Set(), feed: openFeed(userId) }
    byUser.set(userId, { clients: clients.add(client), feed })
    seatsOn(conn).set(client, userId)
    return feed
  }

  function seatsOn(connection: Client['conn']): Map<Client, string> {
    const known = byConnection.get(connection)
    if (known) return known
    const seats = new Map<Client, string>()
    byConnection.set(connection, seats)
    connection.once('close', () => {
      for (const client of [...seats.keys()]) leave(client)
    })
    return seats
  }

  function leave(client: Client): void {
    const seats = byConnection.get(client.conn)
    const userId = seats?.get(client)
    if (userId === undefined) return
    seats?.delete(client)
    const known = byUser.get(userId)
    known?.clients.delete(client)
    if (known?.clients.size !== 0) return
    byUser.delete(userId)
    known.feed.close()
  }

  function has(client: Client): boolean {
    return byConnection.get(client.conn)?.has(client) ?? false
  }

  /** Whether clients had seats on a connection, and none has one any more. */
  function areGivenBackOn(connection: Client['conn']): boolean {
    return byConnection.get(connection)?.size === 0
  }

  function of(userId: string): readonly Client[] {
    return [...(byUser.get(userId)?.clients ?? [])]
  }

  function all(): readonly Client[] {
    return [...byUser.values()].flatMap(({ clients }) => [...clients])
  }
}
