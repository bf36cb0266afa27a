import { BookUser, FileUp, SearchX, UserPlus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { ListOrder } from '#contract/api/query.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { useRecentCampaigns } from '../../api/campaigns/recent-campaigns.ts'
import { type ListWithContacts, useContactLists } from '../../api/lists/contacts.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { messages } from '../../messages.ts'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { LoadMore } from '../../ui/lists/load-more.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import styles from './contacts-screen.module.css'
import { deleteList } from './delete-list.ts'
import { ListCard, ListCardsSkeleton } from './list-card.tsx'
import { orderChoices } from './list-orders.ts'
import { listUses } from './list-use.tsx'

// Loaded on demand: the rules for phones are larger than all the rest of the screen.
const AddDialog = lazyPart(async () => (await import('./add-dialog.tsx')).AddDialog)
const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog)
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog)
const ImportDialog = lazyPart(async () => (await import('./import/import-dialog.tsx')).ImportDialog)

type Opened =
  | { readonly dialog: 'add' }
  | { readonly dialog: 'import' }
  | { readonly dialog: 'edit'; readonly list: ListWithContacts }
  | { readonly dialog: 'export'; readonly list: ListWithContacts }

/** Contact lists: searched on the server, created, imported, edited, exported and deleted. */
export function ContactsScreen() {
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim().slice(0, NAME_MAX_LENGTH))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [order, setOrder] = useState<ListOrder>('novas')
  const found = useContactLists(q, order)
  const isEmpty = found.lists?.length === 0 && search.trim() === '' && q === ''
  const actions = (
    <>
      <Button icon={FileUp} onClick={() => setOpened({ dialog: 'import' })}>
        Importar
      </Button>
      <Button look="primary" icon={UserPlus} onClick={() => setOpened({ dialog: 'add' })}>
        Novo Contato
      </Button>
    </>
  )
  return (
    <Page
      title="Contatos"
      hint="As pessoas que recebem as suas campanhas."
      actions={!isEmpty && actions}
    >
      {!isEmpty && (
        <search className={styles.filters}>
          <SearchField
            label="Buscar por lista, nome ou telefone"
            value={search}
            onChange={setSearch}
          />
          <SelectField
            label="Ordenar por"
            isLabelHidden
            value={order}
            onChange={({ target }) =>
              setOrder(orderChoices.find((one) => one.order === target.value)?.order ?? order)
            }
          >
            {orderChoices.map((one) => (
              <option key={one.order} value={one.order}>
                {one.label}
              </option>
            ))}
          </SelectField>
        </search>
      )}
      <Lists
        q={q}
        found={found}
        actions={actions}
        onOpen={setOpened}
        onClear={() => setSearch('')}
      />
      {opened && dialogOf(opened, setOpened)}
    </Page>
  )
}

function dialogOf(opened: Opened, onOpen: (opened: Opened | null) => void): ReactNode {
  const onClose = () => onOpen(null)
  if (opened.dialog === 'add') return <AddDialog onClose={onClose} />
  if (opened.dialog === 'import') return <ImportDialog onClose={onClose} />
  const { dialog, list } = opened
  if (dialog === 'export') return <ExportDialog list={list} onClose={onClose} />
  const onExport = () => onOpen({ dialog: 'export', list })
  return <EditDialog list={list} onClose={onClose} onExport={onExport} />
}

function Lists({
  q,
  found: { lists, error, isLoading, hasMore, loadMore, retry },
  actions,
  onOpen,
  onClear,
}: {
  readonly q: string
  readonly found: ReturnType<typeof useContactLists>
  readonly actions: ReactNode
  readonly onOpen: (opened: Opened) => void
  readonly onClear: () => void
}) {
  const { data: campaigns } = useRecentCampaigns()
  const uses = useMemo(() => campaigns && listUses(campaigns), [campaigns])
  if (error && (!lists || !isLoading)) {
    const title = messages.contacts.loadFailed
    return (
      <Card>
        <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={retry} />
      </Card>
    )
  }
  if (!lists) return <ListCardsSkeleton />
  if (lists.length === 0 && q !== '') {
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title="Nenhuma lista encontrada"
          action={<Button onClick={onClear}>Limpar busca</Button>}
        >
          Nenhuma lista, nome ou telefone combina com “{q}”.
        </EmptyState>
      </Card>
    )
  }
  if (lists.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={BookUser}
          title="Nenhuma lista de contatos"
          action={<div className={styles.next}>{actions}</div>}
        >
          Uma campanha envia para uma lista. Importe uma planilha (.xlsx ou CSV) ou digite os
          primeiros contatos.
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {isLoading ? 'Buscando…' : countOf(lists.length, hasMore)}
      </p>
      <ul className={styles.lists} aria-label="Listas de contatos" aria-busy={isLoading}>
        {lists.map((list) => (
          <ListCard
            key={list.id}
            list={list}
            uses={uses}
            onEdit={() => onOpen({ dialog: 'edit', list })}
            onExport={() => onOpen({ dialog: 'export', list })}
            onDelete={() => deleteList(list.id, listName(list))}
          />
        ))}
      </ul>
      {hasMore && <LoadMore isLoading={isLoading} onLoad={loadMore} />}
    </>
  )
}

function countOf(count: number, hasMore: boolean): string {
  return hasMore ? `${formatCount(count)} ou mais listas` : formatQuantity(count, 'lista', 'listas')
}
