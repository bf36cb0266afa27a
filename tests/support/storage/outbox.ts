import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import type { WebhookEventName } from '../../../src/contract/gateways/delivery.ts'
import type { InstanceWebhook } from '../../../src/contract/gateways/gateway.ts'
import type { InboundMedia } from '../../../src/domain/messenger.ts'
import { createWebhookOutbox } from '../../../src/domain/webhooks/webhook-outbox.ts'
import type {
  OutboxEvent,
  WebhookOutboxStore,
} from '../../../src/domain/webhooks/webhook-outbox-store.ts'
import { anyTarget, type Targets } from '../../../src/remote/targets.ts'
import { createShowBody, createWebhookCall } from '../../../src/remote/webhook-call.ts'
import type { OutboxLimits } from '../../../src/storage/outbox/instance-outbox.ts'
import { openWebhookOutbox } from '../../../src/storage/outbox/webhook-outbox.ts'
import { createFakeClock } from '../domain/fake-clock.ts'
import { aWebhook, TOKEN } from '../domain/instance-webhook.ts'
import { eventually } from '../eventually.ts'
import { aDataFolder } from './data-folder.ts'

export const BALCAO = { userId: 'ana', instance: 'balcao' }

export function anEvent(fields: Partial<OutboxEvent> = {}): OutboxEvent {
  return {
    id: 'balcao.1',
    event: 'messages.upsert',
    createdAt: '2026-01-15T12:00:00.000Z',
    data: { key: { id: 'M1' } },
    media: null,
    ...fields,
  }
}

/** An outbox on a fake clock that really calls; another one can open its data again. */
export async function anOutbox(
  options: {
    readonly dir?: string
    readonly clock?: ReturnType<typeof createFakeClock>
    readonly webhook?: Partial<InstanceWebhook>
    readonly limits?: OutboxLimits
    /** A store in place of one in the folder. */
    readonly store?: WebhookOutboxStore
    readonly timeoutMs?: number
    readonly targets?: Targets
    readonly file?: Uint8Array | null
    /** Delays the files of events until it resolves. */
    readonly fileComes?: Promise<void>
  } = {},
) {
  const dir = options.dir ?? (await aDataFolder())
  const clock = options.clock ?? createFakeClock()
  const faults: unknown[] = []
  const downloads: number[] = []
  const opened = options.store
    ? { ...options.store, close: async () => undefined }
    : await openWebhookOutbox({
        dir,
        ...(options.limits && { limits: options.limits }),
        onFault: (error) => faults.push(error),
      })
  const { close: closeStore, ...store } = opened
  let webhook: InstanceWebhook | null = aWebhook(options.webhook)
  let lastId = 0
  const outbox = createWebhookOutbox({
    store,
    findTarget: async () =>
      webhook
        ? {
            webhook,
            token: TOKEN,
            signing: { secret: TOKEN },
            instanceId: 'i-1',
            ownJid: null,
            profileName: 'Loja',
          }
        : undefined,
    call: createWebhookCall({
      targets: options.targets ?? anyTarget,
      gatewayUrl: () => 'http://disparo.example/gateway',
      download: async (_outbox, _media, limitBytes) => {
        downloads.push(limitBytes)
        await options.fileComes
        return options.file ?? null
      },
      now: clock.now,
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    }),
    showBody: createShowBody({ gatewayUrl: () => 'http://disparo.example/gateway' }),
    clock,
    newId: (subject) => {
      if (subject !== undefined) return subject
      lastId += 1
      return `${clock.now()}-${lastId}`
    },
    onFault: (error) => faults.push(error),
  })
  let isClosed = false
  onTestFinished(close)

  return {
    dir,
    clock,
    store,
    outbox,
    faults,
    downloads,
    setWebhook: (fields: Partial<InstanceWebhook> | null) => {
      webhook = fields && aWebhook({ ...options.webhook, ...fields })
    },
    /** Emits the event of one message, whose text is the number. */
    emit: (
      number: number,
      {
        event = 'messages.upsert',
        media = null,
        subject,
      }: {
        readonly event?: WebhookEventName
        readonly media?: InboundMedia | null
        readonly subject?: string
      } = {},
    ) =>
      outbox.emit(BALCAO, {
        ...{ event, data: () => ({ number, message: {} }), media },
        ...(subject !== undefined && { subject }),
      }),
    deliveries: async () => (await store.search(BALCAO, { limit: 200 })).deliveries,
    /** Waits until no attempt is under way, then moves time. */
    async pass(ms: number): Promise<void> {
      await eventually(() => clock.pendingTimers() > 0)
      clock.advance(ms)
    },
    close,
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await outbox.stop()
    await closeStore()
  }
}

/** A receiver that can be away: then its port refuses connections. */
export async function aReceiver() {
  const numbers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body: { data: { number: number } } = JSON.parse(Buffer.concat(chunks).toString())
      numbers.push(body.data.number)
      response.end('ok')
    })
  })
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  const port = await listen(0)
  const goAway = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(goAway)
  return {
    url: `http://127.0.0.1:${port}/hook`,
    /** The numbers of the events in the order they came. */
    numbers,
    goAway,
    comeBack: () => listen(port),
  }
}
