import type { Socket } from 'socket.io'
import { AppError } from '../../contract/errors.ts'

/**
 * Keeps who listens: a user has so many seats. A connection holds one for each of its namespaces, and
 * gives back all of them as it closes, also those of clients that never got as far as listening.
 */
export function createSeats<Client extends { readonly conn: Socket['conn'] }>(limit: number) {
  const byUser = new Map<string, Set<Client>>()
  const byConnection = new WeakMap<Client['conn'], Map<Client, string>>()
  return { take, leave, has, of, all, areGivenBackOn }

  /**
   * Returns false where the client has gone.
   * @throws AppError `too_many_streams`
   */
  function take(client: Client, userId: string): boolean {
    const { conn } = client
    if (conn.readyState !== 'open') return false
    const others = byUser.get(userId) ?? new Set()
    if (others.size >= limit) throw new AppError('too_many_streams', userId)
    byUser.set(userId, others.add(client))
    seatsOn(conn).set(client, userId)
    return true
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
    const others = byUser.get(userId)
    others?.delete(client)
    if (others?.size === 0) byUser.delete(userId)
  }

  function has(client: Client): boolean {
    return byConnection.get(client.conn)?.has(client) ?? false
  }

  /** Whether somebody had a seat on a connection, and nobody has one any more. */
  function areGivenBackOn(connection: Client['conn']): boolean {
    return byConnection.get(connection)?.size === 0
  }

  function of(userId: string): readonly Client[] {
    return [...(byUser.get(userId) ?? [])]
  }

  function all(): readonly Client[] {
    return [...byUser.values()].flatMap((clients) => [...clients])
  }
}
