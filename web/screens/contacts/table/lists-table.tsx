import { ArrowDown, ArrowUp, ArrowUpDown, Download, Pencil, Send, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListOrder } from '#contract/api/query.ts'
import { newCampaignFor } from '#contract/console-routes.ts'
import { type ContactList, listName } from '#contract/contacts/contact-list.ts'
import { formatCount, formatDay, formatQuantity } from '../../../format.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { type Choice, ChoiceBox } from '../../../ui/forms/choice-box.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { ListUse, type ListUses } from '../list-use.tsx'
import { ListLink } from '../lists/list-link.tsx'
import styles from './lists-table.module.css'

/** What each row of lists offers. */
export type RowsProps<List extends ContactList = ContactList> = {
  readonly lists: readonly List[]
  /** Undefined until they are known. */
  readonly uses: ListUses | undefined
  readonly chosenIds: ReadonlySet<string>
  readonly onChoose: (list: List, choice: Choice) => void
  readonly onEdit: (list: List) => void
  readonly onExport: (list: List) => void
  readonly onDelete: (list: List) => void
}

/** What heads a column: the order that it leads to at first, and the other way around. */
const columns = [
  { label: 'Lista', orders: ['nome', '-nome'], up: 'nome' },
  { label: 'Contatos', orders: ['contatos', '-contatos'], up: '-contatos' },
  { label: 'Último uso', orders: ['uso', '-uso'], up: '-uso' },
  { label: 'Criada em', orders: ['novas', '-novas'], up: '-novas' },
] as const

/** Many lists, a line each; on a phone two. */
export function ListsTable<List extends ContactList>({
  order,
  onOrder,
  isBusy,
  ...rows
}: RowsProps<List> & {
  readonly order: ListOrder
  readonly onOrder: (order: ListOrder) => void
  readonly isBusy: boolean
}) {
  const isNarrow = useIsNarrow()
  if (isNarrow) return <NarrowRows {...rows} isBusy={isBusy} />
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label="Listas de contatos" aria-busy={isBusy}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Escolher</span>
            </th>
            {columns.map(({ label, orders: [first, second], up }) => (
              <th
                key={label}
                scope="col"
                aria-sort={
                  order === first || order === second
                    ? order === up
                      ? 'ascending'
                      : 'descending'
                    : undefined
                }
              >
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onOrder(order === first ? second : first)}
                >
                  {label}
                  <SortIcon isMine={order === first || order === second} isUp={order === up} />
                </button>
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.lists.map((list) => (
            <tr key={list.id}>
              <td>
                <ChoiceBox
                  label={choiceLabel(list)}
                  isChosen={rows.chosenIds.has(list.id)}
                  onChoose={(choice) => rows.onChoose(list, choice)}
                />
              </td>
              <th scope="row" className={styles.name}>
                <ListLink id={list.id}>{listName(list)}</ListLink>
              </th>
              <td>{formatCount(list.total)}</td>
              <td className={styles.use}>
                <ListUse listId={list.id} uses={rows.uses} />
              </td>
              <td>
                <time dateTime={list.createdAt}>{formatDay(list.createdAt)}</time>
              </td>
              <td>
                <Actions list={list} {...rows} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SortIcon({ isMine, isUp }: { readonly isMine: boolean; readonly isUp: boolean }) {
  if (!isMine) return <ArrowUpDown size={14} aria-hidden className={styles.offered} />
  return isUp ? <ArrowUp size={14} aria-hidden /> : <ArrowDown size={14} aria-hidden />
}

const choiceLabel = (list: ContactList) => `Escolher lista ${listName(list)}`

function NarrowRows<List extends ContactList>({
  isBusy,
  ...rows
}: RowsProps<List> & { readonly isBusy: boolean }) {
  return (
    <ul className={styles.frame} aria-label="Listas de contatos" aria-busy={isBusy}>
      {rows.lists.map((list) => (
        <li key={list.id} className={styles.line}>
          <ChoiceBox
            label={choiceLabel(list)}
            isChosen={rows.chosenIds.has(list.id)}
            onChoose={(choice) => rows.onChoose(list, choice)}
          />
          <div className={styles.words}>
            <h2 className={styles.name}>
              <ListLink id={list.id}>{listName(list)}</ListLink>
            </h2>
            <p>{formatQuantity(list.total, 'contato', 'contatos')}</p>
            <ListUse listId={list.id} uses={rows.uses} />
          </div>
          <Actions list={list} {...rows} />
        </li>
      ))}
    </ul>
  )
}

function Actions<List extends ContactList>({
  list,
  onEdit,
  onExport,
  onDelete,
}: Pick<RowsProps<List>, 'onEdit' | 'onExport' | 'onDelete'> & { readonly list: List }): ReactNode {
  const name = listName(list)
  return (
    <div className={styles.actions}>
      {list.total > 0 && (
        <Link
          href={newCampaignFor(list.id)}
          className={styles.campaign}
          title="Nova campanha"
          aria-label={`Nova campanha para a lista ${name}`}
        >
          <Send size={18} aria-hidden />
        </Link>
      )}
      <Menu
        label={`Ações da lista ${name}`}
        items={[
          { label: 'Editar', icon: Pencil, onSelect: () => onEdit(list) },
          { label: 'Exportar', icon: Download, onSelect: () => onExport(list) },
          { label: 'Excluir', icon: Trash2, isDangerous: true, onSelect: () => onDelete(list) },
        ]}
      />
    </div>
  )
}

const SKELETON_ROWS = 12

/** The lists that are on their way. */
export function ListsTableSkeleton() {
  return (
    <Loading className={styles.frame}>
      {Array.from({ length: SKELETON_ROWS }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
        <div key={place} className={styles.waiting}>
          <Skeleton width="100%" height="1.5em" />
        </div>
      ))}
    </Loading>
  )
}
