import { SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListOrder } from '#contract/api/query.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import { useRecentCampaigns } from '../../api/campaigns/recent-campaigns.ts'
import type { ListWithContacts, useContactLists } from '../../api/lists/contacts.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { messages } from '../../messages.ts'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { PagesFailure } from '../../ui/lists/pages-failure.tsx'
import { Card } from '../../ui/page/card.tsx'
import { ActionBars } from './action-bars.tsx'
import styles from './contacts-screen.module.css'
import { deleteList } from './delete-list.ts'
import { ListCard } from './list-card.tsx'
import { listUses } from './list-use.tsx'
import type { ShownForm } from './lists/shown-form.ts'
import type { Opened } from './opened-dialog.ts'
import { ChosenBar } from './several/chosen-bar.tsx'
import { confirmDeletion, removeLists } from './several/delete-lists.ts'
import { useAllFound } from './several/use-all-found.ts'
import { useChosenLists } from './several/use-chosen-lists.ts'
import { ListsTable } from './table/lists-table.tsx'

/** The lists that were found, as cards or lines, and what is done with those that are chosen. */
export function ShownLists({
  q,
  found,
  lists,
  form,
  order,
  onOrder,
  onOpen,
  onClear,
}: {
  readonly q: string
  readonly found: ReturnType<typeof useContactLists>
  readonly lists: readonly ListWithContacts[]
  readonly form: ShownForm
  readonly order: ListOrder
  readonly onOrder: (order: ListOrder) => void
  readonly onOpen: (opened: Opened) => void
  readonly onClear: () => void
}) {
  const { error, isLoading, hasMore, loadMore } = found
  const { data: campaigns } = useRecentCampaigns()
  const uses = useMemo(() => campaigns && listUses(campaigns), [campaigns])
  const chosen = useChosenLists(lists, q === '' && !hasMore && !isLoading)
  const [isDeleting, setIsDeleting] = useState(false)
  const shownIds = new Set(lists.map(({ id }) => id))
  const all = useAllFound({ q, order, lists, hasMore, chosen })
  const removeChosen = async () => {
    const [first, ...others] = chosen.lists
    if (first && others.length === 0) return await deleteList(first.id, listName(first))
    if (!(await confirmDeletion(chosen.lists))) return
    setIsDeleting(true)
    try {
      chosen.chooseAll(await removeLists(chosen.lists), false)
    } finally {
      setIsDeleting(false)
    }
  }
  const rows = {
    uses,
    onEdit: (list: ListWithContacts) => onOpen({ dialog: 'edit', list }),
    onExport: (list: ListWithContacts) => onOpen({ dialog: 'export', lists: [list] }),
    onDelete: (list: ListWithContacts) => deleteList(list.id, listName(list)),
  }
  return (
    <div className={styles.body}>
      <div className={styles.counted}>
        {lists.length > 0 && (
          <label className={styles.all}>
            <input
              type="checkbox"
              checked={all.isAllChosen}
              disabled={all.isFinding}
              ref={(box) => {
                if (box) box.indeterminate = all.isSomeChosen && !all.isAllChosen
              }}
              onChange={({ target }) => void all.chooseAll(target.checked)}
            />
            {q === '' ? 'Todas as listas' : 'Todas as encontradas'}
          </label>
        )}
        <p role="status" className={styles.count}>
          {isLoading || all.isFinding ? 'Buscando…' : countOf(lists, all.foundCount)}
        </p>
      </div>
      <ActionBars onClear={chosen.ids.size > 0 && !isDeleting ? chosen.clear : null}>
        <ChosenBar
          lists={chosen.lists}
          isWhole={!hasMore}
          hiddenCount={chosen.lists.filter(({ id }) => !shownIds.has(id)).length}
          isDeleting={isDeleting}
          onJoin={() => onOpen({ dialog: 'join', lists: chosen.lists, onJoined: chosen.clear })}
          onExport={() => onOpen({ dialog: 'export', lists: chosen.lists })}
          onDelete={() => void removeChosen()}
          onClear={chosen.clear}
        />
      </ActionBars>
      <PagesFailure place="start" pages={found} failed={messages.contacts.loadFailed} />
      {lists.length === 0 ? (
        <Card>
          <EmptyState
            icon={SearchX}
            title="Nenhuma lista encontrada"
            action={<Button onClick={onClear}>Limpar busca</Button>}
          >
            Nenhuma lista, nome ou telefone combina com “{q}”.
          </EmptyState>
        </Card>
      ) : form === 'table' ? (
        <ListsTable
          {...rows}
          {...{ lists, order, onOrder }}
          chosenIds={chosen.ids}
          isBusy={isLoading}
          onChoose={chosen.choose}
        />
      ) : (
        <ul className={styles.lists} aria-label="Listas de contatos" aria-busy={isLoading}>
          {lists.map((list) => (
            <ListCard
              key={list.id}
              list={list}
              uses={uses}
              isChosen={chosen.ids.has(list.id)}
              onChoose={(choice) => chosen.choose(list, choice)}
              onEdit={() => rows.onEdit(list)}
              onExport={() => rows.onExport(list)}
              onDelete={() => rows.onDelete(list)}
            />
          ))}
        </ul>
      )}
      <PagesFailure place="end" pages={found} failed={messages.contacts.loadFailed} />
      {hasMore && !error && <LoadMore isLoading={isLoading} onLoad={loadMore} />}
    </div>
  )
}

function countOf(lists: readonly ListWithContacts[], foundCount: number | undefined): string {
  if (foundCount === undefined) return `${formatCount(lists.length)} ou mais listas`
  if (foundCount > lists.length) return formatQuantity(foundCount, 'lista', 'listas')
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const count = formatQuantity(lists.length, 'lista', 'listas')
  return lists.length === 0 ? count : `${count}, ${formatQuantity(total, 'contato', 'contatos')}`
}
