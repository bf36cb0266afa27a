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
  readonly figureOf: (stats: Stats) => number
  readonly textOf: (value: number) => string
  readonly changeOf: (stats: Stats) => number
  readonly change: NonNullable<Stats['withoutBefore']>[number]
  readonly changeUnit: '%' | ' p.p.'
  /** The direction that is good. */
  readonly better: 'more' | 'less'
  /** A share or a mean, which there is none of where nothing was sent. */
  readonly isOfSends?: true
  /** Counted from the beginning, not in those days. */
  readonly isWhole?: true
}

const cards: readonly Stat[] = [
  {
    title: 'Mensagens Enviadas',
    icon: Send,
    unit: '',
    figureOf: ({ totalMessages }) => totalMessages,
    textOf: formatCount,
    changeOf: ({ messageChange }) => messageChange,
    change: 'messageChange',
    changeUnit: '%',
    better: 'more',
  },
  {
    title: 'Contatos Totais',
    icon: Users,
    unit: '',
    figureOf: ({ totalContacts }) => totalContacts,
    textOf: formatCount,
    changeOf: ({ contactChange }) => contactChange,
    change: 'contactChange',
    changeUnit: '%',
    better: 'more',
    isWhole: true,
  },
  {
    title: 'Taxa de Entrega',
    icon: CircleCheck,
    unit: '%',
    figureOf: ({ deliveryRate }) => deliveryRate,
    textOf: formatRate,
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
    figureOf: ({ avgSendInterval }) => avgSendInterval,
    textOf: formatMinutes,
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
    figureOf: ({ readCount = 0 }) => readCount,
    textOf: formatCount,
    changeOf: ({ readChange = 0 }) => readChange,
    change: 'readChange',
    changeUnit: '%',
    better: 'more',
  },
  {
    title: 'Respostas',
    icon: Reply,
    unit: '',
    figureOf: ({ replyCount = 0 }) => replyCount,
    textOf: formatCount,
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
  isQuiet = false,
}: {
  readonly stats: Stats | null
  readonly days: DashboardDays
  /** Nothing was ever sent: there is nothing to compare. */
  readonly isQuiet?: boolean
}) {
  const all = cards.map((card) => (
    <StatCard key={card.title} card={card} stats={stats} days={isQuiet ? null : days} />
  ))
  const className = classNames(styles.cards, isQuiet && styles.quiet)
  if (!stats) return <Loading className={className}>{all}</Loading>
  return <div className={className}>{all}</div>
}

function StatCard({
  card,
  stats,
  days,
}: {
  readonly card: Stat
  readonly stats: Stats | null
  /** null: there is nothing to compare. */
  readonly days: DashboardDays | null
}) {
  const { title, icon: Icon, unit, figureOf, textOf } = card
  const isWithout = stats !== null && isOfNothing(card, stats)
  return (
    <Card aria-label={title} className={styles.card}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.figure}>
        {stats ? (
          <p className={styles.value} data-live>
            {isWithout ? '–' : textOf(figureOf(stats))}
            {unit && !isWithout && <small>{unit}</small>}
          </p>
        ) : (
          <p className={styles.value}>
            <Skeleton width="6ch" height="1.3em" />
          </p>
        )}
        <Icon size={17} aria-hidden />
      </div>
      {days &&
        (stats ? (
          <Compared card={card} stats={stats} days={days} />
        ) : (
          <p className={classNames(styles.change, styles.coming)}>
            <Skeleton width="18ch" height="1.5em" />
          </p>
        ))}
    </Card>
  )
}

function isOfNothing({ isOfSends }: Stat, { totalMessages }: Stats): boolean {
  return isOfSends === true && totalMessages === 0
}

/** Beside the days before, where those or these have something to compare. */
function Compared({
  card,
  stats,
  days,
}: {
  readonly card: Stat
  readonly stats: Stats
  readonly days: DashboardDays
}) {
  const change = card.changeOf(stats)
  const isAlone =
    stats.withoutBefore?.includes(card.change) || (change === 0 && card.figureOf(stats) === 0)
  if (isOfNothing(card, stats)) {
    return <p className={styles.change}>Nada enviado nos últimos {days} dias</p>
  }
  if (isAlone && card.isWhole) return <p className={styles.change}>até hoje</p>
  return (
    <p className={styles.change}>
      {!isAlone && (
        <>
          <Change card={card} change={change} />{' '}
        </>
      )}
      nos últimos {days} dias
    </p>
  )
}

/** The arrow shows the direction, the colour whether it is good; what did not change has neither. */
function Change({
  card: { changeUnit, better },
  change,
}: {
  readonly card: Stat
  readonly change: number
}) {
  const shown = formatDecimal(Math.abs(change))
  const isSame = shown === formatDecimal(0)
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  const tone = isSame ? undefined : toneOf(better === 'more' ? change : -change)
  return (
    <span className={classNames(styles.amount, tone)}>
      {!isSame && <Arrow size={13} aria-hidden />}
      <span className="visually-hidden">{changeWord(isSame ? 0 : change)} </span>
      {shown}
      {changeUnit}
    </span>
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
