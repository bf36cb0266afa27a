import { BookUser, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import { type ListView, wholeView } from '#contract/contacts/list-view.ts'
import { isGone, sentenceOf } from '../../../api/calls/call-error.ts'
import { formatCount, formatQuantity } from '../../../format.ts'
import { lazyPart } from '../../../lazy-part.tsx'
import { messages } from '../../../messages.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { Card } from '../../../ui/page/card.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { ActionBars } from '../action-bars.tsx'
import { PasteNotice } from './clipboard/paste-notice.tsx'
import { usePaste } from './clipboard/use-paste.ts'
import { ListActions } from './list-actions.tsx'
import { ListFrame } from './list-frame.tsx'
import { listMessages } from './list-messages.ts'
import styles from './list-screen.module.css'
import { ListTools } from './list-tools.tsx'
import { columnsOf } from './list-view.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useRangeEdits } from './range/use-range-edits.ts'
import { SaveBar } from './save-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { ListTable } from './table/list-table.tsx'
import { useBulk, useSave } from './use-list-actions.ts'
import { useRowEdits } from './use-row-edits.ts'
import { ColumnsLeft, useShownColumns } from './use-shown-columns.tsx'
import { useUndoKeys } from './use-undo-keys.ts'
import { useViewedRows, type ViewedRows } from './use-viewed-rows.ts'

const ExportDialog = lazyPart(async () => (await import('../export-dialog.tsx')).ExportDialog)

/** One list as a table: searched, sorted, filtered, written into, and parts of it taken elsewhere. */
export function ListScreen() {
  const { id = '' } = useParams<{ id: string }>()
  return <ListPage key={id} id={id} />
}

function ListPage({ id }: { readonly id: string }) {
  const [view, setView] = useState(wholeView)
  const { list, columns: headers, error, retry, ...reading } = useViewedRows(id, view)
  const { rows, optedOut, shownView, isLong, isLoading, onSight, patch } = reading
  const columns = useMemo(() => columnsOf(headers), [headers])
  const { shown: shownColumns, showMore } = useShownColumns(columns, view)
  const rowEdits = useRowEdits(id, patch)
  const saving = useSave(rowEdits)
  const pasting = usePaste(rowEdits, { columns: shownColumns, readRows: reading.readRows })
  const rangeEdits = useRangeEdits(rowEdits, { columns: shownColumns, readRows: reading.readRows })
  useUndoKeys(rowEdits)
  const total = list?.total ?? 0
  const bulk = useBulk(id, { shown: rows, total, view: shownView, isLong, onGone: patch })
  useLeaveGuard(rowEdits.edits.size > 0, listMessages.unsaved, { isInDialog: false })
  const isNarrow = useIsNarrow()
  const [isMoving, setIsMoving] = useState(false)
  const [isExporting, setIsExporting] = useState(false)

  if (error && (!list || isGone(error))) return <Failed error={error} onRetry={retry} />
  if (!list) return <ListSkeleton />
  const title = listName(list)
  const change = (changes: Partial<ListView>) => setView((last) => ({ ...last, ...changes }))
  return (
    <ListFrame
      title={title}
      actions={
        <ListActions
          id={id}
          title={title}
          isNarrow={isNarrow}
          isNextElsewhere={rowEdits.edits.size > 0 || bulk.chosen.size > 0}
          onExport={() => setIsExporting(true)}
        />
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
            sorting={view.sorting}
            isNarrow={isNarrow}
            onSearch={(search) => change({ search })}
            onFilter={(filter) => change({ filter })}
            onSort={(sorting) => change({ sorting })}
          />
          <div className={styles.counted}>
            {isNarrow && rows.length > 0 && (
              <label className={styles.all}>
                <input
                  type="checkbox"
                  aria-label="Escolher todos os que aparecem"
                  checked={bulk.isAllChosen}
                  onChange={({ target }) => bulk.chooseAll(target.checked)}
                />
                Todos
              </label>
            )}
            <p role="status" className={styles.count}>
              {countWords({ ...reading, total })}
            </p>
          </div>
          <ColumnsLeft shownCount={shownColumns.length} count={columns.length} onMore={showMore} />
          {reading.viewError !== null && (
            <Notice tone="danger" detail={sentenceOf(reading.viewError, listMessages.viewFailed)}>
              {listMessages.viewFailed} <Button onClick={retry}>Tentar novamente</Button>
            </Notice>
          )}
          <ActionBars onClear={bulk.chosen.size > 0 && bulk.busyWith === null ? bulk.clear : null}>
            <SelectionBar
              count={bulk.chosen.size}
              busyWith={bulk.busyWith}
              onCampaign={() => bulk.startCampaign(title)}
              onMove={() => setIsMoving(true)}
              onRemove={bulk.remove}
              onClear={bulk.clear}
            />
            <PasteNotice leftOut={pasting.leftOut} onClose={pasting.dismiss} />
            <SaveBar rowEdits={rowEdits} isSaving={saving.isSaving} onSave={saving.save} />
          </ActionBars>
          {rows.length === 0 && !isLoading && reading.viewError === null ? (
            <Card>
              <EmptyState
                icon={SearchX}
                title="Ninguém encontrado"
                action={<Button onClick={() => setView(wholeView)}>Mostrar todos</Button>}
              >
                Nenhum contato combina com a busca e o filtro.
              </EmptyState>
            </Card>
          ) : (
            <ListTable
              listId={id}
              rows={rows}
              columns={shownColumns}
              allColumns={columns}
              isNarrow={isNarrow}
              edits={rowEdits.edits}
              chosen={bulk.chosen}
              optedOut={optedOut}
              search={shownView.search}
              sorting={view.sorting}
              isAllChosen={bulk.isAllChosen}
              readRows={reading.readRows}
              isReadingRows={reading.isReadingRows}
              onType={rowEdits.type}
              onEmpty={rangeEdits.empty}
              onFillDown={rangeEdits.fillDown}
              onPaste={pasting.paste}
              onChoose={bulk.choose}
              onChooseAll={bulk.chooseAll}
              onSort={(sorting) => change({ sorting })}
              onSight={isLong ? onSight : undefined}
            />
          )}
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
    </ListFrame>
  )
}

function countWords({
  rows,
  foundCount,
  total,
  isLoading,
  isQuiet,
}: Pick<ViewedRows, 'rows' | 'foundCount' | 'isLoading' | 'isQuiet'> & {
  readonly total: number
}): string {
  if (isLoading && !isQuiet) return 'Procurando…'
  const found =
    foundCount === total
      ? formatQuantity(total, 'contato', 'contatos')
      : `${formatCount(foundCount)} de ${formatQuantity(total, 'contato', 'contatos')}`
  if (rows.length === foundCount) return found
  return `${found}. Aparecem os primeiros ${formatCount(rows.length)}; a busca e o filtro alcançam todos.`
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const title = listMessages.loadFailed
  return (
    <ListFrame title="Lista de contatos">
      <Card>
        {isGone(error) ? (
          <EmptyState
            icon={SearchX}
            title={messages.contacts.notFound}
            action={
              <Link href={consoleRoutes.contacts} className={buttonClass('primary')}>
                Ver todas as listas
              </Link>
            }
          >
            Ela pode ter sido excluída, ou o endereço está errado.
          </EmptyState>
        ) : (
          <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={onRetry} />
        )}
      </Card>
    </ListFrame>
  )
}

function ListSkeleton() {
  return (
    <ListFrame title="Lista de contatos">
      <Loading className={styles.list}>
        <Skeleton height="40px" />
        {Array.from({ length: 8 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
          <Skeleton key={place} height="40px" />
        ))}
      </Loading>
    </ListFrame>
  )
}
