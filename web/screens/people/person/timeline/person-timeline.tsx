import { History } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { PersonNote } from '#contract/people/person-note.ts'
import type { TimelineEvent, TimelineKind } from '#contract/people/timeline.ts'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import {
  addPersonNote,
  removePersonNote,
  usePersonTimeline,
  usePinnedNotes,
} from '../../../../api/people.ts'
import { toastUndone } from '../../../../parts/toast-undone.ts'
import { PartFailure } from '../../../../ui/display/part-failure.tsx'
import { useNow } from '../../../../ui/display/relative-time.tsx'
import { Loading, Skeleton, Skeletons } from '../../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/display/states.tsx'
import { Button, buttonClass } from '../../../../ui/forms/button.tsx'
import { toastUndoable } from '../../../../ui/overlays/toast.ts'
import { Card, CardHead } from '../../../../ui/page/card.tsx'
import { CampaignItem } from './campaign-item.tsx'
import { KindChoice, useKinds } from './kind-choice.tsx'
import { kindWords } from './kinds.ts'
import { NoteForm } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import { OptOutItem } from './opt-out-item.tsx'
import { PinnedNotes } from './pinned-notes.tsx'
import { BotItem, TalkItem } from './talk-item.tsx'
import styles from './timeline.module.css'
import { daysOf } from './timeline-days.ts'

const LOAD_FAILED = 'Não foi possível carregar a linha do tempo.'
const PINNED_FAILED = 'Não foi possível ler as anotações fixadas.'
const REFRESH_FAILED = 'Não foi possível ler toda a linha do tempo.'
/** A day that begins while somebody looks has a heading of its own. */
const NOW_INTERVAL_MS = 60_000

type Shared = { readonly phone: string; readonly movedId: RefObject<string | null> }

/** All that happened with a person, the newest first, under its days. */
export function PersonTimeline({ phone }: { readonly phone: string }) {
  const { kinds, setKinds } = useKinds()
  const { data: pinned, error, mutate } = usePinnedNotes(phone)
  const movedId = useRef<string | null>(null)
  const shared = { phone, movedId }

  async function note(text: string): Promise<void> {
    const { id } = await addPersonNote(phone, text)
    toastUndoable('Anotação guardada.', () =>
      toastUndone(removePersonNote(phone, id), 'A anotação não foi guardada.'),
    )
  }

  return (
    <Card aria-label="Linha do tempo">
      <CardHead title="Linha do tempo" />
      <div className={styles.timeline}>
        {pinned && <PinnedNotes {...shared} notes={pinned} />}
        {error && (
          <PartFailure
            sentence={PINNED_FAILED}
            detail={sentenceOf(error, PINNED_FAILED)}
            onRetry={() => void mutate()}
          />
        )}
        <NoteForm label="Nova anotação" submit="Guardar anotação" onSave={note} />
        <KindChoice kinds={kinds} onChoose={setKinds} />
        <Events
          key={kinds.join()}
          {...shared}
          kinds={kinds}
          pinned={pinned ?? (error ? [] : undefined)}
        />
      </div>
    </Card>
  )
}

function Events({
  kinds,
  pinned,
  ...shared
}: Shared & {
  readonly kinds: readonly TimelineKind[]
  /** Undefined until it is known what stands above. */
  readonly pinned: readonly PersonNote[] | undefined
}) {
  const { merged, error, isLoading, hasMore, loadMore, retry } = usePersonTimeline(
    shared.phone,
    kinds,
  )
  if (!merged && error) {
    return (
      <ErrorState title={LOAD_FAILED} detail={sentenceOf(error, LOAD_FAILED)} onRetry={retry} />
    )
  }
  if (!merged || !pinned) {
    return (
      <Loading className={styles.loading}>
        <Skeleton width="8rem" height="1.2rem" />
        <Skeletons count={3} height="4.5rem" />
      </Loading>
    )
  }
  const { events, unread } = merged
  const isWhole = !hasMore && unread.length === 0
  return (
    <>
      {unread.map((each) => (
        <PartFailure key={each} sentence={kindWords[each].unread} onRetry={retry} />
      ))}
      {error && !isLoading && (
        <PartFailure
          sentence={REFRESH_FAILED}
          detail={sentenceOf(error, REFRESH_FAILED)}
          onRetry={retry}
        />
      )}
      {events.length === 0 && isWhole && <Nothing kinds={kinds} />}
      <Days {...shared} events={events.filter((event) => !isAmong(pinned, event))} />
      {hasMore && (
        <Button className={styles.older} isBusy={isLoading} onClick={loadMore}>
          Mostrar mais antigos
        </Button>
      )}
    </>
  )
}

/** Whether an event is a pinned note, which shows once, above. */
function isAmong(pinned: readonly PersonNote[], event: TimelineEvent): boolean {
  return event.kind === 'anotacao' && pinned.some(({ id }) => id === event.note.id)
}

function Days({ events, ...shared }: Shared & { readonly events: readonly TimelineEvent[] }) {
  const now = useNow(NOW_INTERVAL_MS)
  return daysOf(events, now).map(({ day, label, events: own }) => (
    <div key={day} className={styles.day}>
      <h3>
        {label}
        {!label.includes(' de ') && <small>{day}</small>}
      </h3>
      <ol aria-label={label} data-live>
        {own.map((event) => itemOf(event, shared))}
      </ol>
    </div>
  ))
}

function itemOf(event: TimelineEvent, shared: Shared): ReactNode {
  switch (event.kind) {
    case 'campanha':
      return <CampaignItem key={event.id} event={event} />
    case 'conversa':
      return <TalkItem key={event.id} event={event} />
    case 'robo':
      return <BotItem key={event.id} event={event} />
    case 'descadastro':
      return <OptOutItem key={event.id} event={event} />
    case 'anotacao':
      return <NoteItem key={event.id} {...shared} note={event.note} />
  }
}

/** What comes next, where there is nothing yet. */
function Nothing({ kinds }: { readonly kinds: readonly TimelineKind[] }) {
  const [kind = null] = kinds.length === 1 ? kinds : []
  const { none: title, icon: Icon } = kind === null ? nothingOf(kinds) : kindWords[kind]
  return (
    <EmptyState icon={Icon} title={title} action={nextStepOf(kind)}>
      {hintOf(kind)}
    </EmptyState>
  )
}

function nothingOf(kinds: readonly TimelineKind[]) {
  if (kinds.length === 0) return { none: 'Nada aconteceu com esta pessoa ainda', icon: History }
  return { none: 'Nada disso aconteceu com esta pessoa', icon: History }
}

function hintOf(kind: TimelineKind | null): string {
  if (kind === 'anotacao') return 'Escreva acima o que você quer lembrar sobre ela.'
  if (kind === 'robo') return 'As respostas de chatbots e assistentes, de há pouco, aparecem aqui.'
  if (kind === 'descadastro') return 'Se ela responder SAIR, ou for incluída à mão, aparece aqui.'
  return 'O que ela receber, e o que responder, aparece aqui.'
}

function nextStepOf(kind: TimelineKind | null): ReactNode {
  if (kind === 'robo') {
    return (
      <Link href={consoleRoutes.instances} className={buttonClass('plain')}>
        Ver chatbots
      </Link>
    )
  }
  if (kind !== null && kind !== 'campanha') return undefined
  return (
    <Link href={consoleRoutes.newCampaign} className={buttonClass('plain')}>
      Nova campanha
    </Link>
  )
}
