import { ErrorBoundary } from 'react-error-boundary'
import type { ChartData } from '#contract/dashboard.ts'
import { formatQuantity } from '../../format.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { report } from '../../report.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Card, CardHead } from '../../ui/page/card.tsx'
import styles from './activity-card.module.css'

/** The chart library is as large as all the rest of the screen. */
const ActivityChart = lazyPart(
  async () => (await import('./activity-chart.tsx')).ActivityChart,
  ChartShape,
)

const TITLE = 'Atividade de mensagens'
const HEIGHT_PX = 400

/** Messages over time; null: they are being loaded. */
export function ActivityCard({
  chart,
  hint,
}: {
  readonly chart: ChartData | null
  /** Stands beside the title while the chart has nothing to show. */
  readonly hint?: string | undefined
}) {
  return (
    <Card className={styles.card}>
      <CardHead title={TITLE}>{hint && <p className={styles.hint}>{hint}</p>}</CardHead>
      <ErrorBoundary fallback={<ChartMissing />} onError={reportFailure}>
        {chart ? <ActivityChart title={TITLE} chart={chart} height={HEIGHT_PX} /> : <ChartShape />}
      </ErrorBoundary>
      {chart && <MostSent chart={chart} />}
    </Card>
  )
}

/** What the tallest point says: a day, or the hour or minute of one short campaign. */
function MostSent({ chart: { labels, datasets } }: { readonly chart: ChartData }) {
  const sent = datasets[0]?.data ?? []
  const most = Math.max(0, ...sent)
  const label = labels[sent.indexOf(most)]
  if (most === 0 || label === undefined) return null
  return (
    <p className={styles.best}>
      Pico de envios: {label}, com {formatQuantity(most, 'mensagem', 'mensagens')}.
    </p>
  )
}

function ChartShape() {
  return (
    <Loading>
      <Skeleton height={HEIGHT_PX} />
    </Loading>
  )
}

function ChartMissing() {
  return (
    <Notice tone="danger" detail="Recarregue a página para tentar de novo.">
      Não foi possível desenhar o gráfico.
    </Notice>
  )
}

function reportFailure(error: unknown): void {
  report('Falha ao desenhar o gráfico.', error)
}
