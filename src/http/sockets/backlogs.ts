import type { Socket } from 'socket.io'

type Connection = Socket['conn']

/** What a waiting message takes besides its text. */
const MESSAGE_OVERHEAD = 100

/**
 * Measures what waits in connections because their clients do not read it. A connection hands on all
 * that waits as soon as what it handed on before has left.
 */
export function createBacklogs() {
  const backlogs = new WeakMap<Connection, { length: number }>()
  return { watch, lengthOf }

  function watch(connection: Connection): void {
    // Several namespaces share the connection.
    if (backlogs.has(connection)) return
    const backlog = { length: 0 }
    backlogs.set(connection, backlog)
    connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
      backlog.length += (data?.length ?? 0) + MESSAGE_OVERHEAD
    })
    connection.on('flush', () => {
      backlog.length = 0
    })
  }

  function lengthOf(connection: Connection): number {
    return backlogs.get(connection)?.length ?? 0
  }
}
