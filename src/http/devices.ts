import { api } from '../contract/api/calls.ts'
import { SendStatus } from '../contract/campaigns/send.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** WhatsApp devices, and single messages through them. */
export function deviceRoutes({
  devices,
  deviceChecks,
  deviceSettings,
  directSends,
}: Services): Binding[] {
  return [
    bind(api.connectDevice, async ({ caller, body }) => {
      const { device, wasConnected } = await devices.connect(caller.user.id, body)
      const { deviceId, connectionName, status } = device
      const answer = { deviceId, connection_name: connectionName, status }
      return wasConnected ? { status: 200, body: answer } : { status: 202, body: answer }
    }),

    bind(api.deviceQr, async ({ caller, params }) => ({
      status: 200,
      body: await devices.qr(caller.user.id, params.id),
    })),

    bind(api.answerPasskey, async ({ caller, params, body }) => {
      await devices.passkey.answer(caller.user.id, params.id, body.resposta)
      return { status: 204 }
    }),

    bind(api.confirmPasskey, async ({ caller, params }) => {
      await devices.passkey.confirm(caller.user.id, params.id)
      return { status: 204 }
    }),

    bind(api.deviceStatus, async ({ caller, params }) => ({
      status: 200,
      body: { status: await devices.status(caller.user.id, params.id) },
    })),

    bind(api.listDevices, async ({ caller }) => ({
      status: 200,
      body: { devices: [...(await devices.list(caller.user.id))] },
    })),

    bind(api.changeDevice, async ({ caller, params, body }) => ({
      status: 200,
      body: await deviceSettings.change(caller.user.id, params.id, body),
    })),

    bind(api.closeDevice, async ({ caller, params }) => {
      await devices.close(caller.user.id, params.id)
      return { status: 204 }
    }),

    bind(api.deleteDevice, async ({ caller, params, query }) => {
      await devices.remove(caller.user.id, params.id, { force: query.force ?? false })
      return { status: 204 }
    }),

    bind(api.keepAlive, async ({ caller, body }) => ({
      status: 200,
      body: { devices: await devices.keepAlive(caller.user.id, body.deviceId) },
    })),

    bind(api.checkDevice, async ({ caller, params }) => ({
      status: 200,
      body: await deviceChecks.check(caller.user.id, params.id),
    })),

    bind(api.tryDevice, async ({ caller, params, body }) => {
      const { steps, ...result } = await deviceChecks.trial(caller.user.id, params.id, body)
      return { status: 200, body: { ...result, steps: [...steps] } }
    }),

    bind(api.traceMessage, async ({ caller, params }) => {
      const steps = await deviceChecks.trace(caller.user.id, params.id, params.messageId)
      return { status: 200, body: { steps: [...steps] } }
    }),

    bind(api.sendMessage, async ({ caller, body }) => {
      const { messageId } = await directSends.send(caller.user.id, body)
      return { status: 200, body: { messageId, status: SendStatus.success } }
    }),
  ]
}
