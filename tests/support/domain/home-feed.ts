import { createInstanceFeed, type HomeFeed } from '../../../src/domain/webhooks/instance-feed.ts'

const at = '2026-01-15T12:00:00.000Z'

/** The feed of an engine, which an account may leave, and come back to. */
export function aHomeFeed() {
  let ended = new AbortController()
  let listening = 0
  const faults: unknown[] = []
  const feed = createInstanceFeed({
    outbox: { emit: async () => undefined },
    findListened: async ({ instance }) => ({
      facts: { token: 'segredo', instanceId: `id-${instance}`, ownJid: null, profileName: '' },
      websocket: { id: 'a', createdAt: at, updatedAt: at, enabled: true, events: [] },
    }),
    gatewayUrl: () => 'https://disparo.example/gateway',
    clock: { now: () => Date.parse(at) },
    onFault: (error) => faults.push(error),
  })
  return {
    ...{ tell, gone, end },
    listening: () => listening,
    here(): HomeFeed {
      return {
        ended: ended.signal,
        join(audience) {
          const leave = feed.join(audience)
          listening += 1
          return () => {
            leave()
            listening -= 1
          }
        },
      }
    },
  }

  function tell(place: { userId: string; instance: string }, data: unknown): Promise<void> {
    return feed.emit(place, { event: 'messages.upsert', data: async () => data })
  }

  function gone(place: { userId: string; instance: string }): Promise<void> {
    return feed.end(place, null, [{ event: 'instance.delete', data: async () => null }])
  }

  /** Ends the engine, which publishes nothing any more. */
  function end(): void {
    const before = ended
    ended = new AbortController()
    before.abort()
  }
}
