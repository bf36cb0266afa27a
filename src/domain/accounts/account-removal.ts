import type { DeleteAccountBody } from '../../contract/account.ts'
import { canPause } from '../../contract/campaigns/campaign-status.ts'
import { AppError } from '../../contract/errors.ts'
import { atOnce } from '../at-once.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Devices } from '../devices/devices.ts'
import type { Accounts } from './accounts.ts'
import type { Caller } from './credentials.ts'

export type AccountRemoval = ReturnType<typeof createAccountRemoval>

/** Removes something of a user's; what is gone already is no failure. */
export type RemoveOwn = (userId: string) => Promise<void>

/** The second pass finds what began while the account was closing. */
const LOOKS = 2

/**
 * Removes accounts with all their data. Once the closing of an account is on the disk, nobody gets
 * into it any more, and a removal that a crash interrupts is resumed.
 */
export function createAccountRemoval({
  accounts,
  campaigns,
  devices,
  removeOldKeys,
  others,
  onFault,
}: {
  readonly accounts: Pick<Accounts, 'checkPassword' | 'close' | 'closing' | 'forget'>
  readonly campaigns: Pick<Campaigns, 'list' | 'remove'>
  readonly devices: Pick<Devices, 'list' | 'findKey' | 'remove'>
  /** Removes keys of a device that WhatsApp no longer takes, which were put aside. */
  readonly removeOldKeys: (deviceKey: string) => Promise<void>
  /** Remove everything else, in this order. */
  readonly others: readonly RemoveOwn[]
  /** Called for what could not be removed; the next start tries again. */
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { remove, endCampaigns, carryOn }

  /**
   * Resolves when nothing is left, or what is left waits for the next start.
   * @throws AppError `wrong_password`, `account_busy` while a campaign runs
   */
  async function remove(caller: Caller, { password }: DeleteAccountBody): Promise<void> {
    const { id } = caller.user
    await accounts.checkPassword(caller.user, password)
    const running = (await campaigns.list(id)).filter(canPause)
    if (running.length > 0) throw new AppError('account_busy', `${running.length} campaigns run`)
    await accounts.close(id)
    await removeAll(id)
  }

  /** Runs first after a start: campaigns of a closing account send nothing more. */
  async function endCampaigns(): Promise<void> {
    for (const userId of await accounts.closing()) {
      await trying(userId, () => removeCampaigns(userId))
    }
  }

  /** Resumes removals that a crash, or a disk that refused, interrupted. */
  async function carryOn(): Promise<void> {
    for (const userId of await accounts.closing()) await removeAll(userId)
  }

  async function removeAll(userId: string): Promise<void> {
    let isDone = true
    for (let look = 0; look < LOOKS; look += 1) {
      for (const step of [removeCampaigns, removeDevices, ...others]) {
        isDone = (await trying(userId, () => step(userId))) && isDone
      }
    }
    // Last: as long as the account is there, a start knows that its removal is unfinished.
    if (isDone) await trying(userId, () => accounts.forget(userId))
  }

  async function trying(userId: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      onFault(error, `removal of account ${userId}`)
      return false
    }
  }

  async function removeCampaigns(userId: string): Promise<void> {
    await atOnce(await campaigns.list(userId), ({ id }) =>
      orGone('campaign_not_found', () => campaigns.remove(userId, id)),
    )
  }

  async function removeDevices(userId: string): Promise<void> {
    for (const { deviceId } of await devices.list(userId)) {
      const key = await devices.findKey(userId, deviceId)
      if (key !== undefined) await removeOldKeys(key)
      await orGone('device_not_found', () => devices.remove(userId, deviceId, { force: true }))
    }
  }
}

async function orGone(code: 'campaign_not_found' | 'device_not_found', work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== code) throw error
  }
}
