import { CampaignEvent } from '../../../src/contract/webhooks/campaign-event-names.ts'
import type { Calls } from './calls.ts'
import { type HookReceiver, MESSAGE_ARRIVED } from './hook-receiver.ts'
import type { Place, Traffic } from './traffic.ts'

/** Complaints about the traffic, in one list for each subject. */
export type Verdict = {
  readonly lost: readonly string[]
  readonly double: readonly string[]
  readonly others: readonly string[]
}

/**
 * Reads everything again, also what calls without an answer asked for: was it done, and done once?
 */
export async function judge(
  traffic: Traffic,
  { calls, control, hooks }: Place & { readonly hooks: HookReceiver },
): Promise<Verdict> {
  const { sent, uncertain } = traffic
  const lost = [...traffic.lost]
  const double = [...traffic.double]
  const read = new Set<string>()
  for await (const { phone, messageId, times } of control.inboxes()) {
    if (sent.get(messageId) !== phone) double.push(`${phone} got ${messageId}, which has no row`)
    if (times > 1) double.push(`${phone} got ${messageId} ${times} times`)
    read.add(messageId)
  }
  for (const id of sent.keys()) if (!read.has(id)) lost.push(`nobody got ${id}`)
  for (const text of uncertain) {
    if (hooks.timesHeard(text) > 1) double.push(`"${text}" came more than once`)
  }
  double.push(...(await madeTwice(traffic, calls)))
  return { lost, double, others: [...traffic.complaints, ...missing(traffic, hooks)] }
}

/** Campaigns and lists that a repeated call has created twice. */
async function madeTwice({ campaigns, lists }: Traffic, calls: Calls): Promise<readonly string[]> {
  type Named = { readonly id: string; readonly name: string }
  const names = new Set(campaigns.values())
  const found: string[] = []
  for (const { id, name } of await calls.get<Named[]>('/api/campaigns')) {
    // The id of a campaign whose call was given up is unknown: its name stands in the complaints.
    if (names.has(name) && !campaigns.has(id)) found.push(`campaign ${id} is a second "${name}"`)
  }
  for (const { name } of await calls.get<Named[]>('/api/contacts')) {
    if (!lists.has(name)) found.push(`a second list "${name}" is left`)
  }
  return found
}

/** Messages and campaigns whose events the webhooks have not received. */
export function missing(
  { campaigns, inbound, sent }: Pick<Traffic, 'campaigns' | 'inbound' | 'sent'>,
  { hasHeard }: HookReceiver,
): readonly string[] {
  const wanted: readonly (readonly [kind: string, ids: Iterable<string>])[] = [
    ['send.message', sent.keys()],
    [MESSAGE_ARRIVED, inbound],
    [CampaignEvent.started, campaigns.keys()],
    [CampaignEvent.ended, campaigns.keys()],
  ]
  return wanted.flatMap(([kind, ids]) =>
    [...ids].filter((id) => !hasHeard(kind, id)).map((id) => `no webhook ${kind} of ${id}`),
  )
}
