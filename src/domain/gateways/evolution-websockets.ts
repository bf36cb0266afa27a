import type { InstanceWebsocket } from '../../contract/gateways/evolution-websocket.ts'
import type { Evolution } from './evolution.ts'
import type { GatewayCaller } from './gateway-access.ts'
import type { InstanceRecord, Instances } from './instances.ts'

export type EvolutionWebsockets = ReturnType<typeof createEvolutionWebsockets>

/**
 * Lets clients of the Evolution-compatible API choose the events that an instance's sockets get.
 */
export function createEvolutionWebsockets({
  gateway,
  instances,
}: {
  readonly gateway: Pick<Evolution, 'find'>
  readonly instances: Pick<Instances, 'setWebsocket'>
}) {
  return { set, find }

  async function set(
    caller: GatewayCaller,
    name: string,
    websocket: InstanceWebsocket,
  ): Promise<InstanceRecord> {
    const { record } = await gateway.find(caller, name)
    return instances.setWebsocket(caller.userId, record.id, websocket)
  }

  async function find(caller: GatewayCaller, name: string): Promise<InstanceRecord> {
    return (await gateway.find(caller, name)).record
  }
}
