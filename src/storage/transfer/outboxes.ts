import { join } from 'node:path'
import { gathered, type Portable, type Portion } from '../../domain/transfer/portable.ts'
import { byNames, type MovedEvent } from '../../domain/transfer/portions.ts'
import type { Outbox, OutboxEvent } from '../../domain/webhooks/webhook-outbox-store.ts'
import type { Damages } from '../damage/damages.ts'
import { type InstanceOutbox, openInstanceOutbox } from '../outbox/instance-outbox.ts'
import { foldersIn, makeOutboxFolder, outboxesIn, outboxFolder } from '../outbox/outbox-folders.ts'
import { unlessDamaged } from './damaged.ts'

const everything = Number.POSITIVE_INFINITY
/** Few, since an event may carry a file. */
const EVENTS_AT_ONCE = 100

/** Events for webhooks: waiting ones, and the last ones that ended, with their attempts. */
export function portableOutboxes({
  dir,
  damages,
}: {
  readonly dir: string
  readonly damages: Damages
}): Portable<Outbox, MovedEvent> {
  const root = join(dir, 'outbox')
  return { dump, fill }

  async function* dump() {
    for (const outbox of (await outboxes()).sort(byNames(namesOf))) {
      const own = await unlessDamaged(damages, () => open(outbox))
      if (!own) continue
      try {
        yield { head: outbox, rows: gathered(own.all(), EVENTS_AT_ONCE) }
      } finally {
        await own.close()
      }
    }
  }

  async function outboxes(): Promise<Outbox[]> {
    const found: Outbox[] = []
    for (const userId of await foldersIn(root)) {
      for (const instance of await outboxesIn(join(root, userId))) found.push({ userId, instance })
    }
    return found
  }

  function open({ userId, instance }: Outbox): Promise<InstanceOutbox> {
    return openInstanceOutbox({
      folder: join(root, userId, outboxFolder(instance)),
      instance,
      limits: { waitingCount: everything, waitingBytes: everything },
      onTornLine: () => undefined,
    })
  }

  async function fill(portions: AsyncIterable<Portion<Outbox, MovedEvent>>): Promise<void> {
    for await (const { head, rows } of portions) {
      await makeOutboxFolder(join(root, head.userId, outboxFolder(head.instance)), head.instance)
      const own = await open(head)
      try {
        for await (const events of rows) await put(own, events)
      } finally {
        await own.close()
      }
    }
  }
}

/**
 * Adds the events, then their deliveries, each in the order of the events, so that the lines of one
 * step share their writes.
 */
async function put(own: InstanceOutbox, events: readonly MovedEvent[]): Promise<void> {
  await Promise.all(events.map((moved) => own.add(moved.event ?? bodiless(moved), '')))
  await Promise.all(
    events.map(
      ({
        attempts,
        delivery: { instance: _, event: _name, createdAt: _at, about: _about, ...change },
      }) => own.keep(change, attempts),
    ),
  )
}

/** An event without data, for a delivered one, whose data are not kept. */
function bodiless({ delivery: { id, event, createdAt } }: MovedEvent): OutboxEvent {
  return { id, event, createdAt, data: null, media: null }
}

function namesOf({ userId, instance }: Outbox) {
  return [userId, instance]
}
