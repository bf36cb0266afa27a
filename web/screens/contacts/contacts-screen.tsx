import { BookUser, FileUp, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ListOrder } from '#contract/api/query.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { useContactLists } from '../../api/lists/contacts.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { messages } from '../../messages.ts'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import styles from './contacts-screen.module.css'
import { ListCardsSkeleton } from './list-card.tsx'
import { useListsAddress } from './lists/lists-address.ts'
import { ListsTools } from './lists/lists-tools.tsx'
import { type ShownForm, useShownForm } from './lists/shown-form.ts'
import type { Opened } from './opened-dialog.ts'
import { ShownLists } from './shown-lists.tsx'
import { ListsTableSkeleton } from './table/lists-table.tsx'

// Loaded on demand: the rules for phones are larger than all the rest of the screen.
const AddDialog = lazyPart(async () => (await import('./add-dialog.tsx')).AddDialog)
const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog)
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportListsDialog)
const ImportDialog = lazyPart(async () => (await import('./import/import-dialog.tsx')).ImportDialog)
const JoinDialog = lazyPart(async () => (await import('./several/join-dialog.tsx')).JoinDialog)

/**
 * Contact lists: searched on the server, created, imported, edited, exported, joined and deleted,
 * one or several at once.
 */
export function ContactsScreen() {
  const { search, order, setSearch, setOrder, clearSearch } = useListsAddress()
  const q = useSettled(search.trim().slice(0, NAME_MAX_LENGTH))
  const [opened, setOpened] = useState<Opened | null>(null)
  const found = useContactLists(q, order)
  const { form, setForm } = useShownForm(q === '' ? found.lists?.length : undefined)
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
        <ListsTools
          {...{ search, order, form }}
          onSearch={setSearch}
          onOrder={setOrder}
          onForm={setForm}
        />
      )}
      <Lists
        {...{ q, found, form, order, actions }}
        onOrder={setOrder}
        onOpen={setOpened}
        onClear={clearSearch}
      />
      {opened && dialogOf(opened, setOpened)}
    </Page>
  )
}

function dialogOf(opened: Opened, onOpen: (opened: Opened | null) => void): ReactNode {
  const onClose = () => onOpen(null)
  switch (opened.dialog) {
    case 'add':
      return <AddDialog onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
    case 'export':
      return <ExportDialog lists={opened.lists} onClose={onClose} />
    case 'join':
      return <JoinDialog lists={opened.lists} onJoined={opened.onJoined} onClose={onClose} />
    case 'edit': {
      const { list } = opened
      const onExport = () => onOpen({ dialog: 'export', lists: [list] })
      return <EditDialog list={list} onClose={onClose} onExport={onExport} />
    }
  }
}

function Lists({
  q,
  found,
  form,
  order,
  actions,
  onOrder,
  onOpen,
  onClear,
}: {
  readonly q: string
  readonly found: ReturnType<typeof useContactLists>
  readonly form: ShownForm
  readonly order: ListOrder
  readonly actions: ReactNode
  readonly onOrder: (order: ListOrder) => void
  readonly onOpen: (opened: Opened) => void
  readonly onClear: () => void
}) {
  const { lists, error, retry } = found
  if (error && !lists?.length) {
    const title = messages.contacts.loadFailed
    return (
      <Card>
        <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={retry} />
      </Card>
    )
  }
  if (!lists) {
    return (
      <div className={styles.body}>
        {/* As high as the line with how many there are. */}
        <div className={styles.counted}>
          <span className={styles.all} />
        </div>
        {form === 'table' ? <ListsTableSkeleton /> : <ListCardsSkeleton />}
      </div>
    )
  }
  if (lists.length === 0 && q === '') {
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
  return <ShownLists {...{ q, found, lists, form, order, onOrder, onOpen, onClear }} />
}
