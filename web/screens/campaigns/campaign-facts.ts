import { listIdsOf } from '#contract/campaigns/audience.ts'
import { heldPeople, listNamesOf } from '#contract/campaigns/audience-words.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { replyRate } from '#contract/campaigns/campaign-counts.ts'
import { templateOf } from '#contract/campaigns/campaign-medium.ts'
import { CampaignStatus, campaignDate, showsCounts } from '#contract/campaigns/campaign-status.ts'
import type { ContactList } from '#contract/contacts/contact-list.ts'
import type { Device } from '#contract/devices/device.ts'
import {
  formatCount,
  formatDateTime,
  formatPhone,
  formatQuantity,
  formatShare,
} from '../../format.ts'
import { deviceName } from '../../parts/device-name.ts'
import { isLost } from '../../parts/waiting-campaigns.ts'
import { plainTextOf } from '../../parts/whatsapp-text/whatsapp-markup.ts'
import { timeAfter } from './details/sends/send-times.ts'

/** All lists of the user; undefined while they are being read. */
export type Lists = readonly ContactList[] | undefined

export type Fact = { readonly name: string; readonly value: string }

/** What a card says of a campaign, beside its stats. */
export function cardFactsOf(
  campaign: Campaign,
  { devices, lists }: { readonly devices: readonly Device[]; readonly lists: Lists },
): readonly Fact[] {
  const isDraft = campaign.status === CampaignStatus.draft
  // For a campaign to come, its plan says how many there are.
  const people = isDraft ? heldPeople(campaign, lists) : null
  const noList = noListOf(campaign)
  return [
    ...factsOf(campaign, devices),
    ...(noList.length > 0
      ? noList
      : [{ name: 'Lista', value: shortNames(listNamesOf(campaign, lists)) }]),
    ...(showsCounts(campaign) ? [{ name: 'Respostas', value: answersOf(campaign) }] : []),
    ...(people === null ? [] : [{ name: 'Pessoas na lista', value: people }]),
  ]
}

/** Says of a draft that it has no list yet; nothing of one that has. */
export function noListOf(campaign: Campaign): readonly Fact[] {
  const isOpen = campaign.status === CampaignStatus.draft && listIdsOf(campaign).length === 0
  return isOpen ? [{ name: 'Lista', value: 'Nenhuma ainda' }] : []
}

/** `12 (8%)`, of all messages that went out. */
function answersOf(campaign: Campaign): string {
  const { replyCount } = campaign
  if (replyCount === 0) return '0'
  return `${formatCount(replyCount)} (${formatShare(replyRate(campaign))})`
}

/** `Pais e mais 2 listas` */
function shortNames([first, ...more]: readonly string[]): string {
  if (first === undefined) return '–'
  return more.length === 0
    ? first
    : `${first} e mais ${formatQuantity(more.length, 'lista', 'listas')}`
}

/** Says of a planned campaign that its device is not connected and will not send it; else null. */
export function lostConnection(campaign: Campaign, devices: readonly Device[]): string | null {
  if (campaign.status !== CampaignStatus.scheduled) return null
  const device = devices.find(({ deviceId }) => deviceId === campaign.deviceId)
  if (!device || !isLost(device)) return null
  return `A conexão ${deviceName(device)} está desconectada: nada sai até ela voltar.`
}

/** Characters of a text: more than two lines hold. */
const SHOWN_LETTERS = 400

/** A text for a card without its formatting marks, also without those whose end was cut off. */
export function descriptionOf({ description }: Campaign): string {
  return plainTextOf(description.slice(0, SHOWN_LETTERS)).replace(/(^|\s)[*_~](?=\S)/g, '$1')
}

/** Says of a campaign that everybody got how much it sent, and how fast; null for any other. */
export function doneWords(campaign: Campaign): string | null {
  const { status, sentCount, startedAt, finishedAt } = campaign
  if (status !== CampaignStatus.done || sentCount === 0) return null
  const sent = `Tudo enviado: ${formatQuantity(sentCount, 'mensagem', 'mensagens')}`
  if (startedAt === null || finishedAt === null) return `${sent}.`
  return `${sent} em ${timeAfter(startedAt, finishedAt)}.`
}

/** What card and details both say. */
export function factsOf(campaign: Campaign, devices: readonly Device[]): readonly Fact[] {
  const { status, scheduledAt } = campaign
  const isUnplanned = status === CampaignStatus.draft && scheduledAt === null
  return [
    { name: isUnplanned ? 'Criada em' : 'Data', value: formatDateTime(campaignDate(campaign)) },
    { name: 'Modelo', value: templateOf(campaign) },
    { name: 'Instância', value: campaign.instanceName || '–' },
    { name: 'Conexão', value: connectionOf(campaign, devices) },
  ]
}

/** The name of the device; of one that is gone, the number it had. */
function connectionOf({ deviceId }: Campaign, devices: readonly Device[]): string {
  if (deviceId === null) return '–'
  const device = devices.find((candidate) => candidate.deviceId === deviceId)
  if (!device) return formatPhone(deviceId)
  return deviceName(device)
}
