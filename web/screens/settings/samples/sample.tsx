import type { ReactNode } from 'react'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { SettingsCard } from '../settings-card.tsx'
import styles from './sample.module.css'

/** A tab of samples, of which nothing is saved. */
export function Samples({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.samples}>
      <Notice tone="info">
        Conteúdo de exemplo: os dados desta aba são ilustrativos e nada é salvo.
      </Notice>
      {children}
    </div>
  )
}

/** A card of sample content, marked as such. */
export function SampleCard({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <SettingsCard title={title} aside={<Badge tone="muted">exemplo</Badge>}>
      {children}
    </SettingsCard>
  )
}

export type SampleRow = {
  readonly name: string
  readonly hint?: string
  readonly value: ReactNode
}

/** Names and their values, one below the other. */
export function SampleRows({ rows }: { readonly rows: readonly SampleRow[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ name, hint, value }) => (
        <div key={name} className={styles.row}>
          <dt>
            {name}
            {hint && <small>{hint}</small>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
