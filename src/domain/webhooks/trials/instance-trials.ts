import { AppError } from '../../../contract/errors.ts'
import type {
  InstanceSample,
  InstanceTest,
  WebhookTestJson,
} from '../../../contract/webhooks/campaign-webhook.ts'
import { TEST_ID_PREFIX } from '../../../contract/webhooks/sample-event.ts'
import { type Clock, toIso } from '../../clock.ts'
import type { InstanceDevice } from '../instance-device.ts'
import { recordOf } from '../webhook-attempt.ts'
import type { WebhookOutbox } from '../webhook-outbox.ts'
import type { OutboxEvent } from '../webhook-outbox-store.ts'
import type { InstanceTarget } from '../webhook-target.ts'
import type { ShowBody } from '../webhook-turns.ts'
import { type DrawQr, instanceSample } from './instance-samples.ts'

export type InstanceTrials = ReturnType<typeof createInstanceTrials>

/** Tries the webhooks of instances out with sample events, which are kept nowhere. */
export function createInstanceTrials({
  outbox,
  findTarget,
  showBody,
  drawQr,
  newId,
  clock,
}: {
  readonly outbox: Pick<WebhookOutbox, 'probe'>
  readonly findTarget: InstanceDevice['findTarget']
  readonly showBody: ShowBody
  readonly drawQr: DrawQr
  /** Makes a UUID. */
  readonly newId: () => string
  readonly clock: Pick<Clock, 'now'>
}) {
  return { sample, test }

  /** The body that a test with this id and moment sends. */
  async function sample(
    userId: string,
    instance: string,
    asked: InstanceTest,
  ): Promise<InstanceSample> {
    const { id, timestamp, corpo } = await made(userId, instance, asked)
    return { id, timestamp, corpo }
  }

  /** Posts the sample, at once and only once; also where the webhook is switched off. */
  async function test(
    userId: string,
    instance: string,
    asked: InstanceTest,
  ): Promise<WebhookTestJson> {
    const { target, event, corpo } = await made(userId, instance, asked)
    const timed = await outbox.probe({ userId, instance }, target, event)
    const tentativa = recordOf(timed, { isManual: true })
    const { httpStatus, error: erro } = tentativa
    return { entregue: erro === null, http_status: httpStatus, erro, corpo, tentativa }
  }

  /** @throws AppError `campaign_webhook_not_found` */
  async function made(userId: string, instance: string, asked: InstanceTest) {
    const target: InstanceTarget | undefined = await findTarget({ userId, instance })
    if (!target) throw new AppError('campaign_webhook_not_found', instance)
    const { evento, id = `${TEST_ID_PREFIX}${newId()}` } = asked
    const timestamp = asked.timestamp ?? toIso(clock.now())
    const data = await instanceSample(evento, { instance, facts: target, at: timestamp, drawQr })
    const event: OutboxEvent = {
      ...{ id: `${instance}.${id}`, event: evento, createdAt: timestamp, data, media: null },
    }
    const corpo = showBody(target, { outbox: { userId, instance }, event })
    return { target, event, id, timestamp, corpo }
  }
}
