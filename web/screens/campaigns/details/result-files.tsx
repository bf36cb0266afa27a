import { Download, FileSpreadsheet, Printer } from 'lucide-react'
import { useState } from 'react'
import type { Campaign } from '#contract/campaigns/campaign.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { downloadSends, openReport } from '../../../api/campaigns/sends.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { toastFailed } from '../../../ui/overlays/toast.ts'
import { useIsNarrow } from '../../../ui/use-media.ts'
import styles from './result-files.module.css'

type FileKind = 'csv' | 'excel' | 'report'

/** The results to take along: as a table for people or programs, and as a page to print. */
export function ResultFiles({ campaign: { id } }: { readonly campaign: Campaign }) {
  const isNarrow = useIsNarrow()
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
      kind: 'excel',
      label: 'CSV para Excel',
      title: 'Em português, com a hora de Brasília',
      icon: FileSpreadsheet,
      press: () => run('excel', () => downloadSends(id, 'excel')),
    },
    {
      kind: 'csv',
      label: 'Baixar CSV',
      title: 'Para programas: horas em UTC',
      icon: Download,
      press: () => run('csv', () => downloadSends(id, 'csv')),
    },
    {
      kind: 'report',
      label: 'Relatório',
      title: 'Página para imprimir',
      icon: Printer,
      press: report,
    },
  ] as const
  if (isNarrow) {
    const items = buttons.map(({ label, icon, press }) => ({
      ...{ label, icon },
      onSelect: () => {
        if (busyWith === null) press()
      },
    }))
    return <Menu label="Baixar resultados" items={items} />
  }
  return (
    <div className={styles.files}>
      {buttons.map(({ kind, label, title, icon, press }) => (
        <Button
          key={kind}
          look="quiet"
          icon={icon}
          title={title}
          isBusy={busyWith === kind}
          disabled={busyWith !== null}
          onClick={press}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
