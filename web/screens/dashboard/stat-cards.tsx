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
import type { ReactNode } from 'react'
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
  readonly figure: Exclude<keyof Stats, 'withoutBefore'>
  readonly textOf: (value: number) => string
  /** Small words in front of the number. */
  readonly before?: (value: number) => string
  readonly unit?: string
  readonly change: NonNullable<Stats['withoutBefore']>[number]
  /** Left out: percent. */
  readonly changeUnit?: string
  readonly isLessBetter?: true
  /** A share or a mean, which there is none of where nothing was sent. */
  readonly isOfSends?: true
  /** Counted from the beginning, not in those days. */
  readonly isWhole?: true
}

const cards: readonly Stat[] = [
  {
    title: 'Mensagens Enviadas',
    icon: Send,
    figure: 'totalMessages',
    textOf: formatCount,
    change: 'messageChange',
  },
  {
    title: 'Contatos Totais',
    icon: Users,
    figure: 'totalContacts',
    textOf: formatCount,
    change: 'contactChange',
    isWhole: true,
  },
  {
    title: 'Taxa de Entrega',
    icon: CircleCheck,
    figure: 'deliveryRate',
    textOf: formatRate,
    unit: '%',
    change: 'deliveryChange',
    changeUnit: ' p.p.',
    isOfSends: true,
  },
  {
    title: 'Intervalo Médio',
    icon: Clock,
    figure: 'avgSendInterval',
    textOf: (minutes) => formatDecimal(isBrief(minutes) ? 1 : minutes),
    before: (minutes) => (isBrief(minutes) ? 'menos de ' : ''),
    unit: ' min',
    change: 'responseChange',
    isLessBetter: true,
    isOfSends: true,
  },
  {
    title: 'Lidos',
    icon: CheckCheck,
    figure: 'readCount',
    textOf: formatCount,
    change: 'readChange',
  },
  {
    title: 'Respostas',
    icon: Reply,
    figure: 'replyCount',
    textOf: formatCount,
    change: 'replyChange',
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
  const { title, icon: Icon } = card
  return (
    <Card aria-label={title} className={styles.card}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.figure}>
        <p className={styles.value} data-live>
          {stats ? figureOf(card, stats) : <Skeleton width="6ch" height="1.3em" />}
        </p>
        {days &&
          (stats ? (
            <Compared card={card} stats={stats} days={days} />
          ) : (
            <p className={styles.change} />
          ))}
        <Icon size={17} aria-hidden />
      </div>
    </Card>
  )
}

function figureOf(card: Stat, stats: Stats): ReactNode {
  if (isOfNothing(card, stats)) return '–'
  const { figure, textOf, before, unit } = card
  const value = stats[figure] ?? 0
  return (
    <>
      {before && <small>{before(value)}</small>}
      {textOf(value)}
      {unit && <small>{unit}</small>}
    </>
  )
}

function isOfNothing({ isOfSends }: Stat, { totalMessages }: Stats): boolean {
  return isOfSends === true && totalMessages === 0
}

/**
 * The change since the days before, where there is something to compare. Which days these are is
 * chosen above: they are named here only where nothing else is, so that no card has an empty line.
 */
function Compared({
  card,
  stats,
  days,
}: {
  readonly card: Stat
  readonly stats: Stats
  readonly days: DashboardDays
}) {
  const change = stats[card.change] ?? 0
  const isAlone =
    stats.withoutBefore?.includes(card.change) || (change === 0 && !stats[card.figure])
  if (isAlone && card.isWhole) return <p className={styles.change}>até hoje</p>
  const isNothing = isOfNothing(card, stats)
  return (
    <p
      className={styles.change}
      title={isNothing || isAlone ? undefined : `Comparado aos ${days} dias anteriores`}
    >
      {isNothing ? 'Nada enviado' : !isAlone && <Change card={card} change={change} />}
      <span className={isNothing || !isAlone ? 'visually-hidden' : undefined}>
        {' '}
        nos últimos {days} dias
      </span>
    </p>
  )
}

/** The arrow shows the direction, the colour whether it is good; what did not change has neither. */
function Change({
  card: { changeUnit = '%', isLessBetter },
  change,
}: {
  readonly card: Stat
  readonly change: number
}) {
  const shown = formatDecimal(Math.abs(change))
  const isSame = shown === formatDecimal(0)
  const Arrow = change > 0 ? ArrowUp : ArrowDown
  const isGain = isLessBetter ? change < 0 : change > 0
  return (
    <span className={classNames(styles.amount, !isSame && (isGain ? styles.gain : styles.loss))}>
      {!isSame && <Arrow size={13} aria-hidden />}
      <span className="visually-hidden">
        {isSame ? 'Sem mudança:' : change > 0 ? 'Alta de' : 'Queda de'}{' '}
      </span>
      {shown}
      {changeUnit}
    </span>
  )
}

/** Whether an interval in minutes is shorter than a minute. */
function isBrief(minutes: number): boolean {
  return minutes > 0 && minutes < 1
}
