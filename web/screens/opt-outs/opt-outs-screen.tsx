import { Download, FileUp, SearchX, UserX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type OptOut, optOutSourceLabels } from '#contract/optouts/opt-out.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { downloadOptOuts, type OptOutFilter, useOptOuts } from '../../api/opt-outs.ts'
import { formatQuantity } from '../../format.ts'
import { optOutMessages } from '../../parts/opt-outs/opt-out-messages.ts'
import { takeOff } from '../../parts/opt-outs/remove-opt-out.ts'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PagesFailure } from '../../ui/lists/pages-failure.tsx'
import { toastFailed } from '../../ui/overlays/toast.ts'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { AddDialog } from './add-dialog.tsx'
import { Filters } from './filters.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import styles from './opt-outs-screen.module.css'
import { OptOutsTable } from './opt-outs-table.tsx'
import { useAddress } from './use-address.ts'

/** People who get no campaigns: searched on the server, added, taken off, imported and exported. */
export function OptOutsScreen() {
  const address = useAddress()
  const { search, source } = address
  const q = useSettled(search.trim())
  const [opened, setOpened] = useState<'add' | 'import' | null>(null)
  const filter = { q, source }
  const found = useOptOuts(filter)
  const isWhole = search.trim() === '' && q === '' && source === null
  const isEmpty = found.people?.length === 0 && isWhole && !found.isOfBefore
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
      hint="Quem está aqui não recebe campanhas. Quem responde SAIR entra nesta lista; quem responde VOLTAR volta a receber."
      actions={
        !isEmpty && (
          <>
            <ExportButton filter={filter} />
            {actions}
          </>
        )
      }
    >
      {!isEmpty && <Filters address={address} />}
      <People filter={filter} found={found} actions={actions} onClear={address.clear} />
      {opened === 'add' && <AddDialog onClose={() => setOpened(null)} />}
      {opened === 'import' && <ImportDialog onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** Saves whom the list shows. */
function ExportButton({ filter }: { readonly filter: OptOutFilter }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = () => {
    setIsBusy(true)
    downloadOptOuts(filter)
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
  filter: { q, source },
  found,
  actions,
  onClear,
}: {
  readonly filter: OptOutFilter
  readonly found: ReturnType<typeof useOptOuts>
  readonly actions: ReactNode
  readonly onClear: () => void
}) {
  const { people, total, error, isOfBefore, isLoading, hasMore, loadMore, retry } = found
  if (error && !people?.length) {
    const title = optOutMessages.loadFailed
    return (
      <Card>
        <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={retry} />
      </Card>
    )
  }
  // That nobody was found before says nothing of now.
  if (!people || (people.length === 0 && isOfBefore)) return <TableSkeleton />
  if (people.length === 0 && (q !== '' || source !== null)) {
    return (
      <Card>
        <EmptyState
          icon={SearchX}
          title="Ninguém encontrado"
          action={<Button onClick={onClear}>Mostrar todos</Button>}
        >
          {nobodyWith({ q, source })}
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
  const failed = optOutMessages.loadFailed
  return (
    <>
      <PagesFailure place="start" pages={found} failed={failed} />
      <Card>
        <p role="status" className={styles.count}>
          {isLoading && !hasMore
            ? 'Buscando…'
            : formatQuantity(total ?? people.length, 'pessoa', 'pessoas')}
        </p>
        <OptOutsTable
          people={people}
          onRemove={remove}
          {...(hasMore && !isLoading && !error && { onEndNear: loadMore })}
        />
      </Card>
      <PagesFailure place="end" pages={found} failed={failed} />
    </>
  )
}

function nobodyWith({ q, source }: OptOutFilter): string {
  const origin = source === null ? '' : ` com a origem “${optOutSourceLabels[source]}”`
  return q === ''
    ? `Não há ninguém${origin}.`
    : `Nenhum nome, telefone ou motivo combina com “${q}”${origin && `,${origin}`}.`
}

function remove(person: OptOut): void {
  takeOff(person).catch(() => undefined)
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
            <Skeleton width="7rem" height="1.2rem" />
            <Skeleton width="8rem" height="1.2rem" />
          </div>
        ))}
      </Loading>
    </Card>
  )
}
