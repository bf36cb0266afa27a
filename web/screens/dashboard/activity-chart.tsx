import { useMemo, useState } from 'react'
import type { ChartData } from '#contract/dashboard.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { ownStorage } from '../../own-storage.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import styles from './activity-chart.module.css'

const KEY = 'disparo.compare'
const OFF = 'off'

/** The messages of the days that are chosen and, unless somebody switched it off, of those before. */
export function ActivityChart({
  title,
  chart,
  height,
}: {
  readonly title: string
  readonly chart: ChartData
  /** In pixels. */
  readonly height: number
}) {
  const { labels, datasets, before } = chart
  const [isCompared, setIsCompared] = useState(() => ownStorage.read(KEY) !== OFF)
  const sentBefore = before?.data.reduce((sum, count) => sum + count, 0) ?? 0
  const series = useMemo(
    () =>
      before && isCompared && sentBefore > 0 ? [...datasets, seriesBefore(before)] : [...datasets],
    [datasets, before, isCompared, sentBefore],
  )
  return (
    <>
      <LineChart title={title} pointName="Quando" labels={labels} series={series} height={height} />
      {before && sentBefore > 0 && (
        <div className={styles.compare}>
          <Switch
            label={`Comparar com os ${before.data.length} dias anteriores`}
            isOn={isCompared}
            onChange={(isOn) => {
              ownStorage.keep(KEY, isOn ? 'on' : OFF)
              setIsCompared(isOn)
            }}
          />
          <p>
            {formatQuantity(sentBefore, 'enviada', 'enviadas')} antes,{' '}
            {formatCount(datasets[0]?.data.reduce((sum, count) => sum + count, 0) ?? 0)} agora
          </p>
        </div>
      )}
    </>
  )
}

function seriesBefore({ labels, data }: NonNullable<ChartData['before']>) {
  return {
    label: `Enviadas nos ${data.length} dias anteriores`,
    data,
    isFaint: true,
    pointNames: labels.map((day) => `Enviadas em ${day}`),
  }
}
