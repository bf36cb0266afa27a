import { type Campaign, campaignDate, templateOf } from '#contract/campaigns/campaign.ts'
import type { Device } from '#contract/devices/device.ts'
import { formatDateTime, formatPhone } from '../../format.ts'

export type Fact = { readonly name: string; readonly value: string }

/** What a card and the details say of a campaign, beside its numbers. */
export function factsOf(campaign: Campaign, devices: readonly Device[]): readonly Fact[] {
  return [
    { name: 'Data', value: formatDateTime(campaignDate(campaign)) },
    { name: 'Modelo', value: templateOf(campaign) },
    { name: 'Instância', value: campaign.instanceName || '–' },
    { name: 'Conexão', value: connectionOf(campaign, devices) },
  ]
}

/** The name of the connection; of one that is gone, the number it had. */
function connectionOf({ deviceId }: Campaign, devices: readonly Device[]): string {
  if (deviceId === null) return '–'
  const device = devices.find((candidate) => candidate.deviceId === deviceId)
  if (!device) return formatPhone(deviceId)
  return device.connectionName || 'Conexão Sem Nome'
}
