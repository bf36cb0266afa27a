import { Undo2 } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { campaignPage, personPage } from '#contract/console-routes.ts'
import { type OptOut, optOutId, optOutSourceLabels } from '#contract/optouts/opt-out.ts'
import { formatDateTime } from '../../format.ts'
import { nameOf, phoneOf } from '../../parts/opt-outs/remove-opt-out.ts'
import { Button } from '../../ui/forms/button.tsx'
import { WindowedTable } from '../../ui/lists/windowed-table.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import styles from './opt-outs-table.module.css'

/** In pixels: of a row, and of one whose cells stand below each other. */
const ROW_HEIGHT = { wide: 57, narrow: 111 }
const columns = ['Pessoa', 'Motivo', 'Desde', 'Ação'] as const

/** Who gets no campaigns, why and since when. */
export function OptOutsTable({
  people,
  onRemove,
  onEndNear,
}: {
  readonly people: readonly OptOut[]
  readonly onRemove: (person: OptOut) => void
  readonly onEndNear?: () => void
}) {
  const rowHeight = useIsNarrow() ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide
  return (
    <WindowedTable
      label="Quem não recebe campanhas"
      columns={columns}
      items={people}
      rowHeight={rowHeight}
      keyOf={optOutId}
      className={styles.table}
      rowClassName={styles.row}
      renderCells={(person) => <Cells person={person} onRemove={onRemove} />}
      {...(onEndNear && { onEndNear })}
    />
  )
}

/** Scrolling draws the table anew, but no row that stays. */
const Cells = memo(function Cells({
  person,
  onRemove,
}: {
  readonly person: OptOut
  readonly onRemove: (person: OptOut) => void
}) {
  const { name, reason, source, campaignId, createdAt } = person
  const shown = nameOf(person)
  return (
    <>
      <td className={styles.person}>
        <Link href={personPage(optOutId(person))} className={styles.who}>
          {shown}
        </Link>
        {name && <span className={styles.quiet}>{phoneOf(person)}</span>}
      </td>
      <td className={styles.reason}>
        {reason && <span>{reason}</span>}
        <span className={reason ? styles.quiet : undefined}>
          {optOutSourceLabels[source]}
          {campaignId !== null && (
            <>
              {' · '}
              <Link
                href={campaignPage(campaignId)}
                className={styles.who}
                aria-label={`Ver a campanha que ${shown} respondeu`}
              >
                Ver campanha
              </Link>
            </>
          )}
        </span>
      </td>
      <td className={styles.time}>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </td>
      <td className={styles.action}>
        <Button
          look="quiet"
          icon={Undo2}
          aria-label={`Voltar a enviar para ${shown}`}
          onClick={() => onRemove(person)}
        >
          Voltar a enviar
        </Button>
      </td>
    </>
  )
})
