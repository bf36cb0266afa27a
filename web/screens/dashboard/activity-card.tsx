import { ErrorBoundary } from 'react-error-boundary'
import type { ChartData } from '#contract/dashboard.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { report } from '../../report.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Card, CardHead } from '../../ui/page/card.tsx'

/** The chart library is as large as all the rest of the screen. */
const LineChart = lazyPart(
  async () => (await import('../../ui/chart/line-chart.tsx')).LineChart,
  ChartShape,
)

const TITLE = 'Atividade de mensagens'
const HEIGHT_PX = 400

/** Messages over time; null: they are being loaded. */
export function ActivityCard({ chart }: { readonly chart: ChartData | null }) {
  return (
    <Card>
      <CardHead title={TITLE} />
      <ErrorBoundary fallback={<ChartMissing />} onError={reportFailure}>
        {chart ? (
          <LineChart
            title={TITLE}
            pointName="Quando"
            labels={chart.labels}
            series={chart.datasets}
            height={HEIGHT_PX}
          />
        ) : (
          <ChartShape />
        )}
      </ErrorBoundary>
    </Card>
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
