import { Download, FileUp, SearchX, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import type { OptOut } from '#contract/optouts/opt-out.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { downloadOptOuts, useOptOuts } from '../../api/opt-outs.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { optOutMessages } from '../../parts/opt-outs/opt-out-messages.ts'
import { takeOff } from '../../parts/opt-outs/remove-opt-out.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { toastFailed } from '../../ui/overlays/toast.ts'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { AddDialog } from './add-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import styles from './opt-outs-screen.module.css'
import { OptOutsTable } from './opt-outs-table.tsx'

/** People who get no campaigns: searched on the server, added, taken off, imported and exported. */
export function OptOutsScreen() {
  const [search, setSearch] = useState('')
  const q = useSettled(search.trim().slice(0, NAME_MAX_LENGTH))
  const [opened, setOpened] = useState<'add' | 'import' | null>(null)
  // A search that finds nobody leaves all the others to be exported.
  const found = useOptOuts(q)
  const isEmpty = found.people?.length === 0 && search.trim() === '' && q === ''
  const actions = (
    <>
      <Button className={styles.act} icon={FileUp} onClick={() => setOpened('import')}>
        Importar
      </Button>
      <Button className={styles.act} look="primary" icon={UserX} onClick={() => setOpened('add')}>
        Incluir pessoa
      </Button>
    </>
  )
  return (
    <Page
      title="Descadastro"
      hint="Quem está aqui não recebe campanhas. Quem responde SAIR entra sozinho; quem responde VOLTAR sai."
      actions={
        !isEmpty && (
          <>
            <ExportButton />
            {actions}
          </>
        )
      }
    >
      {!isEmpty && (
        <SearchField
          label="Buscar por nome, telefone ou motivo"
          value={search}
          onChange={setSearch}
        />
      )}
      <People q={q} found={found} actions={actions} onClear={() => setSearch('')} />
      {opened === 'add' && <AddDialog onClose={() => setOpened(null)} />}
      {opened === 'import' && <ImportDialog onClose={() => setOpened(null)} />}
    </Page>
  )
}

function ExportButton() {
  const [isBusy, setIsBusy] = useState(false)
  const save = () => {
    setIsBusy(true)
    downloadOptOuts()
      .catch((error: unknown) => toastFailed(sentenceOf(error, optOutMessages.exportFailed)))
      .finally(() => setIsBusy(false))
  }
  return (
    <Button className={styles.act} icon={Download} isBusy={isBusy} onClick={save}>
      Exportar
    </Button>
  )
}

function People({
  q,
  found: { people, error, isLoading, hasMore, loadMore, retry },
  actions,
  onClear,
}: {
  readonly q: string
  readonly found: ReturnType<typeof useOptOuts>
  readonly actions: ReactNode
  readonly onClear: () => void
}) {
  if (error && (!people || !isLoading)) {
    const title = optOutMessages.loadFailed
    return (
      <Card>
        <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={retry} />
      </Card>
    )
  }
  if (!people) return <TableSkeleton />
  if (people.length === 0 && q !== '') {
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title="Ninguém encontrado"
          action={<Button onClick={onClear}>Limpar busca</Button>}
        >
          Nenhum nome, telefone ou motivo combina com “{q}”.
        </EmptyState>
      </Card>
    )
  }
  if (people.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={UserX}
          title="Ninguém pediu para não receber"
          action={<div className={styles.next}>{actions}</div>}
        >
          Quem responder só SAIR, PARAR, CANCELAR, DESCADASTRAR, REMOVER ou STOP aparece aqui
          sozinho. Você também pode incluir alguém ou importar uma lista.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <p role="status" className={styles.count}>
        {isLoading && !hasMore ? 'Buscando…' : countOf(people.length, hasMore)}
      </p>
      <OptOutsTable
        people={people}
        onRemove={remove}
        {...(hasMore && !isLoading && { onEndNear: loadMore })}
      />
    </Card>
  )
}

function remove(person: OptOut): void {
  takeOff(person).catch(() => undefined)
}

function countOf(count: number, hasMore: boolean): string {
  return hasMore
    ? `${formatCount(count)} ou mais pessoas`
    : formatQuantity(count, 'pessoa', 'pessoas')
}

function TableSkeleton() {
  return (
    <Card>
      <Loading className={styles.skeleton}>
        <Skeleton width="5rem" height="1.2rem" />
        {Array.from({ length: 5 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
          <div key={place} className={styles.waiting}>
            <Skeleton width="60%" height="1.2rem" />
            <Skeleton width="70%" height="1.2rem" />
            <Skeleton height="var(--control)" />
          </div>
        ))}
      </Loading>
    </Card>
  )
}
