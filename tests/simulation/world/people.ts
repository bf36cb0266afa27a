import { createAccountActs } from './account-acts.ts'
import { type ActNeeds, pauses, pickFrom } from './acts.ts'
import { createCampaignActs } from './campaign-acts.ts'
import { createContactActs } from './contact-acts.ts'
import { createDeviceActs } from './device-acts.ts'
import { createFollowupActs } from './followup-acts.ts'
import { createMessageActs } from './message-acts.ts'
import { newPerson, type PersonModel } from './model.ts'
import { createOptOutActs } from './optout-acts.ts'
import { createCampaignPairs } from './pairs/campaign-pairs.ts'
import { createGatewayPairs } from './pairs/gateway-pairs.ts'
import { createListPairs } from './pairs/list-pairs.ts'

const MINUTE_MS = 60_000
/** Share of acts after which their person checks everything that they see. */
const CHECKED = 0.3

type Action = {
  readonly weight: number
  readonly act: (person: PersonModel) => Promise<unknown>
}

/** People with accounts, who act at random and remember what they were promised. */
export function createPeople({
  isOver,
  checkOne,
  ...needs
}: ActNeeds & {
  readonly isOver: () => boolean
  readonly broken: (what: string) => void
  /** Checks everything that this person sees. */
  readonly checkOne: (person: PersonModel) => Promise<void>
}) {
  const { machine, program, model, random } = needs
  const pause = pauses(machine.timeline)
  const campaigns = createCampaignActs(needs)
  const contacts = createContactActs(needs)
  const devices = createDeviceActs(needs)
  const messages = createMessageActs(needs)
  const followups = createFollowupActs(needs)
  const optOuts = createOptOutActs(needs)
  const accounts = createAccountActs(needs)
  const campaignPairs = createCampaignPairs(needs)
  const listPairs = createListPairs(needs)
  const gatewayPairs = createGatewayPairs(needs)
  let serial = 0

  const ordinary: readonly Action[] = [
    { weight: 3, act: (person) => campaigns.create(person) },
    { weight: 0.3, act: (person) => campaigns.createSome(person) },
    { weight: 0.3, act: campaigns.waver },
    { weight: 1, act: campaigns.regret },
    { weight: 1, act: followups.followUp },
    { weight: 0.3, act: followups.keepPeople },
    { weight: 0.7, act: optOuts.add },
    { weight: 0.2, act: optOuts.remove },
    { weight: 1.6, act: (person) => campaigns.stop(person) },
    { weight: 1, act: campaigns.pauseOne },
    { weight: 1, act: campaigns.resume },
    { weight: 1.6, act: (person) => campaigns.move(person) },
    { weight: 1.6, act: (person) => campaigns.remove(person) },
    { weight: 2, act: contacts.create },
    { weight: 1, act: contacts.grow },
    { weight: 1, act: contacts.importFile },
    { weight: 1.2, act: messages.sendOne },
    { weight: 0.5, act: messages.setWebhook },
    { weight: 0.2, act: messages.setChatbot },
    { weight: 1, act: lookAround },
    { weight: 0.7, act: campaigns.createRivals },
    { weight: 3, act: campaignPairs.act },
    { weight: 1, act: campaignPairs.undo },
    { weight: 1, act: listPairs.act },
    { weight: 0.3, act: listPairs.undo },
    { weight: 0.3, act: gatewayPairs.setTwice },
    { weight: 0.2, act: gatewayPairs.tend },
    { weight: 0.3, act: accounts.changeTwice },
    { weight: 0.5, act: accounts.leave },
    { weight: 0.8, act: devices.actTwice },
    { weight: 0.6, act: devices.close },
    { weight: 0.4, act: devices.remove },
    { weight: 0.6, act: devices.connectOne },
  ]
  const hasty: readonly Action[] = [
    { weight: 3, act: (person) => campaigns.move(person) },
    { weight: 1, act: (person) => campaigns.stop(person) },
    { weight: 1, act: (person) => campaigns.remove(person) },
    { weight: 1, act: startDue },
  ]

  const alarmed: readonly Action[] = [
    { weight: 3, act: (person) => campaigns.stop(person) },
    { weight: 1, act: (person) => campaigns.create(person, null) },
  ]

  return { arrive, reconnect }

  /** A new account holder, who acts until the run is over. */
  async function arrive(): Promise<void> {
    serial += 1
    const person = newPerson(`pessoa${serial}`)
    model.people.push(person)
    while (!isOver()) {
      if (person.apiKey === '') await settleIn(person)
      if (moodNow() === ordinary) await rest(random.between(500, 4 * MINUTE_MS))
      const mood = moodNow()
      if (mood !== ordinary) await pause(random.between(20, 1_500))
      if (isOver() || person.apiKey === '') continue
      await chosen(mood).act(person)
      if (random.chance(CHECKED)) await checkOne(person)
    }
  }

  /** Waits; an alarm ends the wait. */
  async function rest(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        model.waiting.delete(end)
        resolve()
      }
      model.waiting.add(end)
      machine.timeline.after(ms, end)
    })
  }

  function moodNow(): readonly Action[] {
    const elapsedMs = machine.timeline.elapsed()
    if (elapsedMs < model.alarmUntilMs) return alarmed
    return elapsedMs < model.rushUntilMs ? hasty : ordinary
  }

  async function settleIn(person: PersonModel): Promise<void> {
    while (person.apiKey === '' && !isOver()) {
      await pause(random.between(100, 10_000))
      await accounts.enter(person)
    }
    await devices.connectOne(person)
    await contacts.create(person)
    if (random.chance(0.6)) await messages.setWebhook(person)
    if (random.chance(0.4)) await messages.setChatbot(person)
  }

  function chosen(actions: readonly Action[]): Action {
    const whole = actions.reduce((sum, { weight }) => sum + weight, 0)
    let left = random.next() * whole
    const found = actions.find(({ weight }) => {
      left -= weight
      return left < 0
    })
    return found ?? random.pick(actions)
  }

  /** Connects all devices: a code that was left unscanned is scanned in the end. */
  async function reconnect(): Promise<void> {
    for (const person of model.people) {
      for (const deviceId of person.devices) await devices.connect(person, deviceId)
    }
  }

  async function startDue({ apiKey }: PersonModel): Promise<void> {
    await program.call({ method: 'POST', path: '/processScheduledMessages', apiKey })
  }

  async function lookAround({ apiKey, campaigns: own }: PersonModel): Promise<void> {
    const campaign = pickFrom(random, own)
    const paths = ['/api/campaigns', '/api/contacts?preview=3', '/api/dashboard/stats', '/health']
    if (campaign) paths.push(`/api/campaigns/${campaign.key}/sends`)
    await program.call({ method: 'GET', path: random.pick(paths), apiKey })
  }
}
