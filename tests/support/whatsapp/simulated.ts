import { onTestFinished } from 'vitest'
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../src/simulator/simulator.ts'
import { eventually } from '../eventually.ts'
import { type BareClient, type BareOptions, connectBareClient } from './bare-client.ts'

/** A simulator that ends with the test. */
export async function aSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await createSimulator(options)
  onTestFinished(() => simulator.close())
  return simulator
}

/** Waits until the first device has acknowledged everything that the server had for it. */
export async function allTaken({ control }: Pick<Simulator, 'control'>): Promise<void> {
  await eventually(async () => (await control.accounts())[0]?.devices[0]?.waiting === 0)
}

/** A linked client that ends with the test. */
export async function aClient(
  simulator: Simulator,
  options: Partial<BareOptions> & { phone?: string; name?: string } = {},
): Promise<BareClient> {
  const client = await connectBareClient({ phone: '5511988887777', ...options, simulator })
  onTestFinished(() => client.close())
  return client
}
