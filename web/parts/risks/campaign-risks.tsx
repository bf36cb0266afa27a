import type { ReactNode } from 'react'
import type { CampaignPreview } from '#contract/campaigns/campaign-preview.ts'
import { formatPhone, formatQuantity } from '../../format.ts'
import { Notice } from '../../ui/display/notice.tsx'

/** What should be known before a campaign goes out to so many recipients. */
export function CampaignRisks({
  preview: { recipients, foreign, recent, warnings },
  strangers,
}: {
  readonly preview: CampaignPreview
  readonly strangers: ReactNode
}) {
  if (recipients === 0) return null
  return (
    <>
      {foreign.count > 0 && (
        <Notice tone="warn" detail={foreign.sample.map(formatPhone).join(', ')}>
          {formatQuantity(foreign.count, 'número é de outro país', 'números são de outros países')}.
          Confira se é isso mesmo.
        </Notice>
      )}
      {strangers}
      {recent > 0 && (
        <Notice tone="info">
          {formatQuantity(recent, 'pessoa recebeu', 'pessoas receberam')} uma campanha nos últimos 7
          dias.
        </Notice>
      )}
      {warnings.map(({ variable, variant, message }) => (
        <Notice key={`${variant} ${variable}`} tone="warn">
          {message}
        </Notice>
      ))}
    </>
  )
}
