import { AppError } from '../../contract/errors.ts'
import type { DeviceStore } from '../devices/device-record.ts'
import { type GatewayCaller, getName } from './gateway-access.ts'
import type { InstanceRecord } from './instances.ts'

/** Finds one instance, if the caller's key opens it. */
export type FindInstance = (
  caller: GatewayCaller,
  name: string,
) => Promise<{ readonly record: Pick<InstanceRecord, 'id'> }>

/** Finds instances by their stored devices alone, also where they are not at home. */
export function instanceFinder(devices: Pick<DeviceStore, 'find'>): FindInstance {
  return find

  /** @throws AppError `apikey_refused`, `invalid` for a malformed name, `device_not_found` */
  async function find(caller: GatewayCaller, name: string) {
    const id = getName(caller, name)
    if (!(await devices.find(caller.userId, id))) throw new AppError('device_not_found', id)
    return { record: { id } }
  }
}
