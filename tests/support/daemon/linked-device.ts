import type { SimulatorControl } from '../../../src/simulator/control/control.ts'

/** What a phone knows of its device that is connected now; it remembers those before. */
export async function linkedDevice(control: Pick<SimulatorControl, 'accounts'>, phone: string) {
  const account = (await control.accounts()).find((each) => each.phone === phone)
  return account?.devices.find(({ connected }) => connected)
}
