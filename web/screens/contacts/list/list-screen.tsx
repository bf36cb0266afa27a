import { BookUser, Download, SearchX, Send } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Link, useParams } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { isGone, sentenceOf } from '../../../api/calls/call-error.ts'
import { ROWS_HELD, useListRows } from '../../../api/list-rows.ts'
import { formatCount, formatQuantity } from '../../../format.ts'
import { lazyPart } from '../../../lazy-part.tsx'
import { messages } from '../../../messages.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { BackLink } from '../../../ui/page/back-link.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { listMessages } from './list-messages.ts'
import styles from './list-screen.module.css'
import { ListTable } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'
import { columnsOf, shownRows, type View } from './list-view.ts'
import { MoveDialog } from './move-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useBulk, useSave } from './use-list-actions.ts'
import { useRowEdits } from './use-row-edits.ts'

const ExportDialog = lazyPart(async () => (await import('../export-dialog.tsx')).ExportDialog)

const everything: View = { search: '', sorting: null, filter: null }

/** One list as a table: searched, sorted, filtered, written into, and parts of it taken elsewhere. */
export function ListScreen() {
  const { id = '' } = useParams<{ id: string }>()
  return <ListPage key={id} id={id} />
}

function ListPage({ id }: { readonly id: string }) {
  const [view, setView] = useState(everything)
  const shownView = useDeferredValue(view)
  const [isLong, setIsLong] = useState(false)
  // What is not here is searched where it is.
  const q = useSettled(isLong ? view.search.trim().slice(0, NAME_MAX_LENGTH) : '')
  const reading = useListRows(id, q)
  const { list, columns: headers, rows, isWhole, isLoading, error, retry, patch } = reading
  const isTooLong = (list?.total ?? 0) > ROWS_HELD
  useEffect(() => setIsLong(isTooLong), [isTooLong])
  const columns = useMemo(() => columnsOf(headers), [headers])
  const shown = useMemo(() => shownRows(rows, shownView), [rows, shownView])
  const rowEdits = useRowEdits(id, patch)
  const saving = useSave(rowEdits)
  const bulk = useBulk(id, { shown, isAllShown: shown.length === list?.total, onGone: patch })
  useLeaveGuard(rowEdits.edits.size > 0, listMessages.unsaved, { isInDialog: false })
  const [isMoving, setIsMoving] = useState(false)
  const [isExporting, setIsExporting] = useState(false)

  if (error && (!list || isGone(error))) return <Failed error={error} onRetry={retry} />
  if (!list) return <ListSkeleton />
  const title = listName(list)
  const change = (changes: Partial<View>) => setView((last) => ({ ...last, ...changes }))
  return (
    <Page
      title={title}
      hint={
        <span className={styles.hint}>
          <BackLink to={consoleRoutes.contacts} label="Contatos" look="beside" />
          {formatQuantity(list.total, 'contato', 'contatos')}
        </span>
      }
      actions={
        <>
          <Button icon={Download} onClick={() => setIsExporting(true)}>
            Exportar
          </Button>
          <Link
            href={`${consoleRoutes.newCampaign}?lista=${encodeURIComponent(id)}`}
            className={buttonClass('primary')}
          >
            <Send size={16} aria-hidden />
            Nova campanha
          </Link>
        </>
      }
    >
      {list.total === 0 ? (
        <Card>
          <EmptyState
            icon={BookUser}
            title="Esta lista está vazia"
            action={
              <Link href={consoleRoutes.contacts} className={buttonClass('primary')}>
                Ir para Contatos
              </Link>
            }
          >
            Em Contatos, “Novo Contato” e “Importar” acrescentam pessoas a ela.
          </EmptyState>
        </Card>
      ) : (
        <div className={styles.list}>
          <ListTools
            columns={columns}
            search={view.search}
            filter={view.filter}
            canFilter={!isTooLong}
            onSearch={(search) => change({ search })}
            onFilter={(filter) => change({ filter })}
          />
          <p role="status" className={styles.count}>
            {countWords({
              ...{ shown: shown.length, total: list.total, isTooLong, q },
              // A whole list that is read anew keeps its count: it would be read out each time.
              isLoading: isLoading && !(isWhole && q === ''),
            })}
          </p>
          {bulk.chosen.size > 0 && (
            <SelectionBar
              count={bulk.chosen.size}
              busyWith={bulk.busyWith}
              onCampaign={() => bulk.startCampaign(title)}
              onMove={() => setIsMoving(true)}
              onRemove={bulk.remove}
              onClear={bulk.clear}
            />
          )}
          {shown.length === 0 && !isLoading ? (
            <Card>
              <EmptyState
                icon={SearchX}
                title="Ninguém encontrado"
                action={<Button onClick={() => setView(everything)}>Mostrar todos</Button>}
              >
                Nenhum contato combina com a busca e o filtro.
              </EmptyState>
            </Card>
          ) : (
            <ListTable
              rows={shown}
              columns={columns}
              edits={rowEdits.edits}
              chosen={bulk.chosen}
              search={shownView.search}
              sorting={view.sorting}
              canSort={isWhole && !isTooLong}
              onType={rowEdits.type}
              onChoose={bulk.choose}
              onChooseAll={bulk.chooseAll}
              onSort={(sorting) => change({ sorting })}
            />
          )}
          <SaveBar rowEdits={rowEdits} isSaving={saving.isSaving} onSave={saving.save} />
        </div>
      )}
      {isMoving && (
        <MoveDialog
          listId={id}
          phones={[...bulk.chosen]}
          onMoved={bulk.moved}
          onClose={() => setIsMoving(false)}
        />
      )}
      {isExporting && (
        <ExportDialog
          list={{ ...list, createdAt: list.created_at }}
          onClose={() => setIsExporting(false)}
        />
      )}
    </Page>
  )
}

function countWords({
  shown,
  total,
  isLoading,
  isTooLong,
  q,
}: {
  readonly shown: number
  readonly total: number
  readonly isLoading: boolean
  readonly isTooLong: boolean
  readonly q: string
}): string {
  if (isLoading) return `Lendo… ${formatCount(shown)} de ${formatCount(total)}`
  if (isTooLong && q === '') {
    return `Aparecem os primeiros ${formatCount(shown)} de ${formatCount(total)}; a busca por nome ou telefone alcança todos.`
  }
  return shown === total
    ? formatQuantity(total, 'contato', 'contatos')
    : `${formatCount(shown)} de ${formatQuantity(total, 'contato', 'contatos')}`
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const title = isGone(error) ? messages.contacts.notFound : listMessages.loadFailed
  return (
    <Page
      title="Lista de contatos"
      hint={<BackLink to={consoleRoutes.contacts} label="Contatos" />}
    >
      <Card>
        <ErrorState
          title={title}
          detail={isGone(error) ? 'Ela pode ter sido excluída.' : sentenceOf(error, title)}
          onRetry={onRetry}
        />
      </Card>
    </Page>
  )
}

function ListSkeleton() {
  return (
    <Page
      title="Lista de contatos"
      hint={<BackLink to={consoleRoutes.contacts} label="Contatos" />}
    >
      <Loading className={styles.list}>
        <Skeleton height="40px" />
        {Array.from({ length: 8 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
          <Skeleton key={place} height="40px" />
        ))}
      </Loading>
    </Page>
  )
}
