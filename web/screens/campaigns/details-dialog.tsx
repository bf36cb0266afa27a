import { Copy, Download, FileSpreadsheet, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { consoleRoutes } from '#contract/console-routes.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { useCampaign, useCampaigns } from '../../api/campaigns.ts'
import { downloadSends, openReport } from '../../api/sends.ts'
import { messages } from '../../messages.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { ErrorState } from '../../ui/display/states.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastFailed } from '../../ui/overlays/toast.ts'
import { CampaignSummary } from './campaign-summary.tsx'
import styles from './details-dialog.module.css'
import { FollowupPart } from './followup/followup-part.tsx'
import { SendsPart } from './sends-part.tsx'
import { VariantsPart } from './variants/variants-part.tsx'

/** All of one campaign: what it says, how it went, and what became of each recipient. */
export function DetailsDialog({
  campaignId,
  onClose,
}: {
  readonly campaignId: string
  readonly onClose: () => void
}) {
  const { data: listed } = useCampaigns()
  const { data: read, error, mutate } = useCampaign(campaignId)
  const campaign = read ?? listed?.find(({ id }) => id === campaignId)
  const isGone = error?.status === 404
  const isShown = campaign !== undefined && !isGone
  return (
    <Dialog
      title={isShown ? campaign.name : 'Detalhes da campanha'}
      width="large"
      isInHistory
      onClose={onClose}
      footer={
        isShown && (
          <>
            <Link
              href={`${consoleRoutes.newCampaign}?reutilizar=${campaign.id}`}
              className={buttonClass('plain')}
            >
              <Copy size={16} aria-hidden />
              Duplicar
            </Link>
            <Files campaign={campaign} />
          </>
        )
      }
    >
      <div className={styles.details}>
        {isShown ? (
          <>
            <CampaignSummary campaign={campaign} />
            <VariantsPart campaign={campaign} />
            <FollowupPart campaign={campaign} />
            <SendsPart campaign={campaign} />
          </>
        ) : error ? (
          <ErrorState
            title={messages.campaigns.detailsFailed}
            detail={error.message}
            onRetry={() => {
              mutate().catch(() => undefined)
            }}
          />
        ) : (
          <Loading className={styles.skeleton}>
            <Skeleton height="9rem" />
            <Skeleton height="4rem" />
            <Skeleton height="12rem" />
          </Loading>
        )}
      </div>
    </Dialog>
  )
}

type FileKind = 'csv' | 'excel' | 'report'

/** The results to take along: as a table, and as a page to print. */
function Files({ campaign: { id } }: { readonly campaign: Campaign }) {
  const [busyWith, setBusyWith] = useState<FileKind | null>(null)
  const run = (kind: FileKind, action: () => Promise<void>) => {
    setBusyWith(kind)
    action()
      .catch((error: unknown) => toastFailed(sentenceOf(error, messages.request.strange)))
      .finally(() => setBusyWith(null))
  }
  const report = () => {
    // Opened before the answer: browsers block a tab that opens later as a popup.
    const tab = window.open('', '_blank')
    if (tab) run('report', () => openReport(id, tab))
    else toastFailed(messages.campaigns.reportBlocked)
  }
  const buttons = [
    {
      kind: 'csv',
      label: 'Baixar CSV',
      icon: Download,
      press: () => run('csv', () => downloadSends(id, { isForExcel: false })),
    },
    {
      kind: 'excel',
      label: 'CSV para Excel',
      icon: FileSpreadsheet,
      press: () => run('excel', () => downloadSends(id, { isForExcel: true })),
    },
    { kind: 'report', label: 'Relatório', icon: Printer, press: report },
  ] as const
  return buttons.map(({ kind, label, icon, press }) => (
    <Button
      key={kind}
      icon={icon}
      isBusy={busyWith === kind}
      disabled={busyWith !== null}
      onClick={press}
    >
      {label}
    </Button>
  ))
}
