import { type ActNeeds, pauses } from './acts.ts'
import { ownerOf } from './model.ts'

/** People outside who write to linked accounts, and answer what they got. */
export function createOutsiders({
  machine: { timeline, whatsapp },
  model,
  random,
  isOver,
}: Pick<ActNeeds, 'machine' | 'model' | 'random'> & { readonly isOver: () => boolean }) {
  const pause = pauses(timeline)
  let serial = 0

  return { live }

  async function live(): Promise<void> {
    while (!isOver()) {
      await pause(random.between(1_000, 3 * 60_000))
      if (!isOver()) write()
    }
  }

  function write(): void {
    const accounts = whatsapp.accounts()
    if (accounts.length === 0) return
    const { key, phone: deviceId } = random.pick(accounts)
    const people = whatsapp.taken.filter((taken) => taken.key === key).map(({ jid }) => jid)
    const isAnswer = people.length > 0 && random.chance(0.7)
    const jid = isAnswer
      ? random.pick(people)
      : `55119${random.between(10_000_000, 99_999_999)}@s.whatsapp.net`
    serial += 1
    const text = random.chance(0.4) ? 'Qual é o preço?' : 'Bom dia!'
    const messageId = `3EB0${String(serial).padStart(16, '0')}`
    model.written.set(messageId, {
      key,
      deviceId,
      owner: ownerOf(deviceId),
      jid,
      text,
      sentMs: timeline.elapsed(),
      keptMs: Number.POSITIVE_INFINITY,
    })
    whatsapp.write(key, { messageId, jid, text }, () => {
      const written = model.written.get(messageId)
      if (written) written.keptMs = Math.min(written.keptMs, timeline.elapsed())
    })
  }
}
