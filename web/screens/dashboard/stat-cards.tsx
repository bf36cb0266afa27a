import { ArrowDown, ArrowUp, CircleCheck, Clock, type LucideIcon, Send, Users } from 'lucide-react'
import type { Stats } from '#contract/dashboard.ts'
import { formatCount, formatDecimal, formatRate } from '../../format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Card } from '../../ui/page/card.tsx'
import styles from './stat-cards.module.css'

type Stat = {
  readonly title: string
  readonly icon: LucideIcon
  readonly unit: string
  readonly textOf: (stats: Stats) => string
  readonly changeOf: (stats: Stats) => number
  readonly changeUnit: '%' | ' p.p.'
  /** The direction that is good. */
  readonly better: 'more' | 'less'
}

const cards: readonly Stat[] = [
  {
    title: 'Mensagens Enviadas',
    icon: Send,
    unit: '',
    textOf: ({ totalMessages }) => formatCount(totalMessages),
    changeOf: ({ messageChange }) => messageChange,
    changeUnit: '%',
    better: 'more',
  },
  {
    title: 'Contatos Totais',
    icon: Users,
    unit: '',
    textOf: ({ totalContacts }) => formatCount(totalContacts),
    changeOf: ({ contactChange }) => contactChange,
    changeUnit: '%',
    better: 'more',
  },
  {
    title: 'Taxa de Entrega',
    icon: CircleCheck,
    unit: '%',
    textOf: ({ deliveryRate }) => formatRate(deliveryRate),
    changeOf: ({ deliveryChange }) => deliveryChange,
    changeUnit: ' p.p.',
    better: 'more',
  },
  {
    title: 'Intervalo Médio',
    icon: Clock,
    unit: ' min',
    textOf: ({ avgSendInterval }) => formatMinutes(avgSendInterval),
    changeOf: ({ responseChange }) => responseChange,
    changeUnit: '%',
    better: 'less',
  },
]

/** The four statistics; null: they are being loaded. */
export function StatCards({ stats }: { readonly stats: Stats | null }) {
  const all = cards.map((card) => <StatCard key={card.title} card={card} stats={stats} />)
  if (!stats) return <Loading className={styles.cards}>{all}</Loading>
  return <div className={styles.cards}>{all}</div>
}

function StatCard({ card, stats }: { readonly card: Stat; readonly stats: Stats | null }) {
  const { title, icon: Icon, unit, textOf, changeOf, changeUnit, better } = card
  return (
    <Card aria-label={title} className={styles.card}>
      <h2 className={styles.title}>
        {title}
        <Icon size={17} aria-hidden />
      </h2>
      {stats ? (
        <>
          <p className={styles.value} data-live>
            {textOf(stats)}
            {unit && <small>{unit}</small>}
          </p>
          <Change change={changeOf(stats)} unit={changeUnit} better={better} />
        </>
      ) : (
        <>
          <p className={styles.value}>
            <Skeleton width="6ch" height="1.3em" />
          </p>
          <p className={styles.change}>
            <Skeleton width="18ch" height="1.5em" />
          </p>
        </>
      )}
    </Card>
  )
}

/** The arrow shows the direction, the colour whether it is good. */
function Change({
  change,
  unit,
  better,
}: {
  readonly change: number
  readonly unit: string
  readonly better: Stat['better']
}) {
  const Arrow = change >= 0 ? ArrowUp : ArrowDown
  const tone = toneOf(better === 'more' ? change : -change)
  return (
    <p className={styles.change}>
      <span className={classNames(styles.amount, tone)}>
        <Arrow size={13} aria-hidden />
        <span className="visually-hidden">{change >= 0 ? 'Alta de' : 'Queda de'} </span>
        {formatDecimal(Math.abs(change))}
        {unit}
      </span>{' '}
      nos últimos 30 dias
    </p>
  )
}

function toneOf(gain: number): string | undefined {
  if (gain === 0) return undefined
  return gain > 0 ? styles.gain : styles.loss
}

/** Under a minute a single decimal would hide most of it. */
function formatMinutes(minutes: number): string {
  return minutes > 0 && minutes < 1 ? formatRate(minutes) : formatDecimal(minutes)
}
