import {
  ArrowDown,
  ArrowUp,
  CheckCheck,
  CircleCheck,
  Clock,
  type LucideIcon,
  Reply,
  Send,
  Users,
} from 'lucide-react'
import type { Stats } from '#contract/dashboard.ts'
import type { DashboardDays } from '../../api/dashboard.ts'
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
  readonly change: NonNullable<Stats['withoutBefore']>[number]
  readonly changeUnit: '%' | ' p.p.'
  /** The direction that is good. */
  readonly better: 'more' | 'less'
  /** A share or a mean, which there is none of where nothing was sent. */
  readonly isOfSends?: true
}

const cards: readonly Stat[] = [
  {
    title: 'Mensagens Enviadas',
    icon: Send,
    unit: '',
    textOf: ({ totalMessages }) => formatCount(totalMessages),
    changeOf: ({ messageChange }) => messageChange,
    change: 'messageChange',
    changeUnit: '%',
    better: 'more',
  },
  {
    title: 'Contatos Totais',
    icon: Users,
    unit: '',
    textOf: ({ totalContacts }) => formatCount(totalContacts),
    changeOf: ({ contactChange }) => contactChange,
    change: 'contactChange',
    changeUnit: '%',
    better: 'more',
  },
  {
    title: 'Taxa de Entrega',
    icon: CircleCheck,
    unit: '%',
    textOf: ({ deliveryRate }) => formatRate(deliveryRate),
    changeOf: ({ deliveryChange }) => deliveryChange,
    change: 'deliveryChange',
    changeUnit: ' p.p.',
    better: 'more',
    isOfSends: true,
  },
  {
    title: 'Intervalo Médio',
    icon: Clock,
    unit: ' min',
    textOf: ({ avgSendInterval }) => formatMinutes(avgSendInterval),
    changeOf: ({ responseChange }) => responseChange,
    change: 'responseChange',
    changeUnit: '%',
    better: 'less',
    isOfSends: true,
  },
  {
    title: 'Lidos',
    icon: CheckCheck,
    unit: '',
    textOf: ({ readCount = 0 }) => formatCount(readCount),
    changeOf: ({ readChange = 0 }) => readChange,
    change: 'readChange',
    changeUnit: '%',
    better: 'more',
  },
  {
    title: 'Respostas',
    icon: Reply,
    unit: '',
    textOf: ({ replyCount = 0 }) => formatCount(replyCount),
    changeOf: ({ replyChange = 0 }) => replyChange,
    change: 'replyChange',
    changeUnit: '%',
    better: 'more',
  },
]

/** The statistics of so many days; null: they are being loaded. */
export function StatCards({
  stats,
  days,
}: {
  readonly stats: Stats | null
  readonly days: DashboardDays
}) {
  const all = cards.map((card) => (
    <StatCard key={card.title} card={card} stats={stats} days={days} />
  ))
  if (!stats) return <Loading className={styles.cards}>{all}</Loading>
  return <div className={styles.cards}>{all}</div>
}

function StatCard({
  card,
  stats,
  days,
}: {
  readonly card: Stat
  readonly stats: Stats | null
  readonly days: DashboardDays
}) {
  const { title, icon: Icon, unit, textOf, isOfSends } = card
  const isWithout = isOfSends && stats?.totalMessages === 0
  return (
    <Card aria-label={title} className={styles.card}>
      <h2 className={styles.title}>
        {title}
        <Icon size={17} aria-hidden />
      </h2>
      {stats ? (
        <>
          <p className={styles.value} data-live>
            {isWithout ? '–' : textOf(stats)}
            {unit && !isWithout && <small>{unit}</small>}
          </p>
          {isWithout ? (
            <p className={styles.change}>Nada enviado nos últimos {days} dias</p>
          ) : (
            <Compared card={card} stats={stats} days={days} />
          )}
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

/** Beside the days before; where those had nothing, nothing has grown. */
function Compared({
  card: { change, changeOf, changeUnit, better },
  stats,
  days,
}: {
  readonly card: Stat
  readonly stats: Stats
  readonly days: DashboardDays
}) {
  if (!stats.withoutBefore?.includes(change)) {
    return <Change change={changeOf(stats)} unit={changeUnit} better={better} days={days} />
  }
  return (
    <p className={styles.change}>
      <span className={styles.amount}>novo</span> nos últimos {days} dias
    </p>
  )
}

/** The arrow shows the direction, the colour whether it is good; what did not change has neither. */
function Change({
  change,
  unit,
  better,
  days,
}: {
  readonly change: number
  readonly unit: string
  readonly better: Stat['better']
  readonly days: DashboardDays
}) {
  const shown = formatDecimal(Math.abs(change))
  const isSame = shown === formatDecimal(0)
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  const tone = isSame ? undefined : toneOf(better === 'more' ? change : -change)
  return (
    <p className={styles.change}>
      <span className={classNames(styles.amount, tone)}>
        {!isSame && <Arrow size={13} aria-hidden />}
        <span className="visually-hidden">{changeWord(isSame ? 0 : change)} </span>
        {shown}
        {unit}
      </span>{' '}
      nos últimos {days} dias
    </p>
  )
}

function changeWord(change: number): string {
  if (change === 0) return 'Sem mudança:'
  return change > 0 ? 'Alta de' : 'Queda de'
}

function toneOf(gain: number): string | undefined {
  return gain > 0 ? styles.gain : styles.loss
}

/** Under a minute a single decimal would hide most of it. */
function formatMinutes(minutes: number): string {
  return minutes > 0 && minutes < 1 ? formatRate(minutes) : formatDecimal(minutes)
}
