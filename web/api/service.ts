import { serviceApi } from '#contract/api/service-api.ts'
import { call } from './calls/client.ts'

/** In simulator mode: the phone reads this device's QR code. */
export async function scanWithSimulator(deviceId: string, phone?: string): Promise<void> {
  await call(serviceApi.simulatorScan, {
    body: { deviceId, ...(phone === undefined ? {} : { phone }) },
  })
}
