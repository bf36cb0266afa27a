import { Copy, List } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { heldPeople } from '#contract/campaigns/audience-words.ts'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { deliveryRate } from '#contract/campaigns/campaign-counts.ts'
import {
  CampaignStatus,
  campaignDate,
  canEdit,
  canReuse,
} from '#contract/campaigns/campaign-status.ts'
import { campaignPage, consoleRoutes } from '#contract/console-routes.ts'
import type { ContactList } from '#contract/contacts/contact-list.ts'
import { formatCount, formatDateTime, formatRate } from '../../format.ts'
import { CampaignStatusBadge } from '../../parts/campaign-status-badge.tsx'
import { waitWords } from '../../parts/wait-words.ts'
import { ShareBar } from '../../ui/display/progress.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import styles from './campaign-row.module.css'

/** Statuses without sends, which have no rate to show; that of any other shows, even zero. */
const withoutRate: readonly CampaignStatus[] = [CampaignStatus.draft, CampaignStatus.scheduled]

/** A row of the table; on a phone it is a card. */
export function CampaignRow({
  campaign,
  lists,
}: {
  readonly campaign: Campaign
  /** All lists of the user; undefined while they are being read. */
  readonly lists: readonly ContactList[] | undefined
}) {
  const { name, status, wait } = campaign
  return (
    <tr className={styles.row}>
      <th scope="row" className={styles.name}>
        <Link href={campaignPage(campaign.id)}>{name}</Link>
        {wait && <small className={styles.wait}>{waitWords(wait, Date.now())}</small>}
      </th>
      <td className={styles.status}>
        <CampaignStatusBadge status={status} />
      </td>
      <td className={styles.number} data-label="Mensagens">
        {canEdit(campaign) ? (heldPeople(campaign, lists) ?? '–') : sentOfAll(campaign)}
      </td>
      <td data-label="Entrega">
        <Rate campaign={campaign} />
      </td>
      <td className={styles.date}>{formatDateTime(campaignDate(campaign))}</td>
      <td className={styles.actions}>
        <Actions campaign={campaign} />
      </td>
    </tr>
  )
}

/** How many recipients have it, where that is not all of them yet, or never will be. */
function sentOfAll({ recipientCount, sentCount }: Campaign): string {
  const all = formatCount(recipientCount)
  return sentCount < recipientCount ? `${formatCount(sentCount)} de ${all}` : all
}

function Rate({ campaign }: { readonly campaign: Campaign }) {
  if (withoutRate.includes(campaign.status)) return <>–</>
  const percent = deliveryRate(campaign)
  return (
    <div className={styles.rate}>
      <ShareBar percent={percent} />
      {formatRate(percent)}%
    </div>
  )
}

function Actions({ campaign }: { readonly campaign: Campaign }) {
  const [, navigate] = useLocation()
  const { id, name } = campaign
  const open = (path: string, parameter: string, value: string) =>
    navigate(`${path}?${new URLSearchParams({ [parameter]: value })}`)
  const inList = {
    label: 'Ver em Campanhas',
    icon: List,
    onSelect: () => open(consoleRoutes.campaigns, 'busca', name),
  }
  const again = {
    label: 'Nova campanha como esta',
    icon: Copy,
    onSelect: () => open(consoleRoutes.newCampaign, 'reutilizar', id),
  }
  return <Menu label={`Ações de ${name}`} items={canReuse(campaign) ? [inList, again] : [inList]} />
}
