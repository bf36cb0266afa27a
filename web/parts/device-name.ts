import type { Device } from '#contract/devices/device.ts'

/** What a device is called on the screen, also where its owner gave it no name. */
export function deviceName({ connectionName }: Pick<Device, 'connectionName'>): string {
  return connectionName || 'Conexão Sem Nome'
}
