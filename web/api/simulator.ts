import { serviceApi } from '#contract/api/service-api.ts'
import { simulatorApi } from '#contract/api/simulator-api.ts'
import type { SimulatedFault } from '#contract/simulator.ts'
import { call } from './calls/client.ts'

/** Simulator mode: makes something go wrong at WhatsApp. */
export async function provoke(fault: SimulatedFault): Promise<void> {
  await call(simulatorApi.simulatorFault, { body: { falha: fault } })
}

/** Simulator mode: has the phone read this device's QR code. */
export async function scanWithSimulator(deviceId: string, phone?: string): Promise<void> {
  await call(serviceApi.simulatorScan, {
    body: { deviceId, ...(phone === undefined ? {} : { phone }) },
  })
}
