import type { SimulatorControl } from '../../../src/simulator/control/control.ts'

/** The record of the connected device at its phone, which also remembers earlier devices. */
export async function linkedDevice(control: Pick<SimulatorControl, 'accounts'>, phone: string) {
  const account = (await control.accounts()).find((each) => each.phone === phone)
  return account?.devices.find(({ connected }) => connected)
}
