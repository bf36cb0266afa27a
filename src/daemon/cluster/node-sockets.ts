import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { createHomeFeeds } from '../../http/cluster/home-feeds.ts'
import type { EventSockets } from '../../http/sockets/event-sockets.ts'
import { createSessionWays } from '../../http/sockets/session-ways.ts'
import { openNodeTunnel } from '../../remote/node-tunnel.ts'
import { openEventSockets } from '../process/servers.ts'
import type { Front } from './front.ts'

const MARK_LENGTH = 9

/**
 * Opens the sockets of a node, where they are asked for: they get the events of accounts at home at
 * any node, and go on with sessions that another one has.
 */
export async function openNodeSockets(
  config: Pick<Config, 'gatewaySocket'>,
  {
    front: { services, findInstance },
    nodeId,
    nodes,
  }: {
    readonly front: Pick<Front, 'services' | 'findInstance'>
    readonly nodeId: string
    /** The nodes that are alive. */
    readonly nodes: () => readonly { readonly id: string; readonly url: string }[]
  },
): Promise<EventSockets | null> {
  const mark = markOf(nodeId)
  const sockets = await openEventSockets(config, {
    ...services,
    evolution: { admit: services.admit, find: findInstance },
    openFeed: createHomeFeeds(services),
    sessionMark: mark,
  })
  if (!sockets) return null
  const ways = createSessionWays({
    ...{ ...services, mark, entrance: sockets.entrance, openTunnel: openNodeTunnel },
    nodeOf: (marked) => nodes().find(({ id }) => markOf(id) === marked),
  })
  return {
    ...{ ...sockets, entrance: ways.entrance },
    async close() {
      ways.close()
      await sockets.close()
    },
  }
}

/** Marks the node without disclosing the name of its machine. */
function markOf(nodeId: string): string {
  return createHash('sha256').update(nodeId).digest('base64url').slice(0, MARK_LENGTH)
}
