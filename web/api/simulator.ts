import { serviceApi } from '#contract/api/service-api.ts'
import { simulatorApi } from '#contract/api/simulator-api.ts'
import type { SimulatedFault } from '#contract/simulator.ts'
import { call } from './calls/client.ts'

/** In simulator mode: something goes wrong at WhatsApp. */
export async function provoke(fault: SimulatedFault): Promise<void> {
  await call(simulatorApi.simulatorFault, { body: { falha: fault } })
}

/** In simulator mode: the phone reads this device's QR code. */
export async function scanWithSimulator(deviceId: string, phone?: string): Promise<void> {
  await call(serviceApi.simulatorScan, {
    body: { deviceId, ...(phone === undefined ? {} : { phone }) },
  })
}
