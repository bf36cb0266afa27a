import { CircleAlert, CircleCheck, CircleDashed, MessageSquare, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { Person, PersonSend } from '#contract/people/person.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { addOptOut, removeOptOut } from '../../../api/opt-outs.ts'
import { usePerson, usePersonSends } from '../../../api/people.ts'
import { conversationAt } from '../../../parts/conversation.ts'
import { optOutMessages } from '../../../parts/opt-outs/opt-out-messages.ts'
import { phoneOf } from '../../../parts/opt-outs/remove-opt-out.ts'
import { toastUndone } from '../../../parts/toast-undone.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { PartFailure } from '../../../ui/display/part-failure.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Loading, Skeleton, Skeletons } from '../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../ui/display/states.tsx'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { toastFailed, toastUndoable } from '../../../ui/overlays/toast.ts'
import { BackLink } from '../../../ui/page/back-link.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { OptOutNotice } from './opt-out-notice.tsx'
import { PersonLists } from './person-lists.tsx'
import { PersonResponse } from './person-response.tsx'
import styles from './person-screen.module.css'
import { lastReplyAt, standingOf } from './standing.ts'
import { PersonTimeline } from './timeline/person-timeline.tsx'
import { WriteTo } from './write-to.tsx'

const LOAD_FAILED = 'Não foi possível carregar esta pessoa.'
const RESPONSE_FAILED = 'Não foi possível ler como esta pessoa responde a campanhas.'

/** One person at an address of their own: what campaigns sent, what came back, and the opt-out. */
export function PersonScreen() {
  const { phone = '' } = useParams()
  return <PersonPage key={phone} phone={phone} />
}

function PersonPage({ phone }: { readonly phone: string }) {
  const { data: person, error, mutate } = usePerson(phone)
  const history = usePersonSends(phone)
  // Both at once: what campaigns sent stands above all else, and would move it away when it came.
  if (person && (history.sends || history.error)) {
    return <Whole {...{ person, history }} address={phone} />
  }
  return (
    <Page title="Pessoa" hint={<BackLink to={consoleRoutes.contacts} label="Contatos" />}>
      {error ? (
        <Card>
          <ErrorState
            title={LOAD_FAILED}
            detail={error.details[0]?.message ?? error.message}
            onRetry={() => {
              mutate().catch(() => undefined)
            }}
          />
        </Card>
      ) : (
        <Loading className={styles.columns}>
          <Card className={styles.stack}>
            <Skeleton width="6rem" height="1.35rem" />
            <Skeletons count={3} height="1.5rem" />
          </Card>
          <Card className={styles.stack}>
            <Skeleton width="12rem" height="1.35rem" />
            <Skeletons count={3} height="4.5rem" />
          </Card>
        </Loading>
      )}
    </Page>
  )
}

function Whole({
  person,
  history,
  address,
}: {
  readonly person: Person
  readonly history: ReturnType<typeof usePersonSends>
  readonly address: string
}) {
  const { name, optOut, isIncomplete } = person
  const number = phoneOf(person)
  return (
    <Page
      title={name || number}
      hint={
        <span className={styles.under}>
          <BackLink to={consoleRoutes.contacts} label="Contatos" look={name ? 'beside' : 'alone'} />
          {name && <span>{number}</span>}
          {history.sends && <Standing person={person} sends={history.sends} />}
        </span>
      }
      actions={<Actions person={person} sends={history.sends ?? []} />}
    >
      {optOut && <OptOutNotice optOut={optOut} />}
      {isIncomplete && (
        <Notice tone="info">
          O histórico está sendo remontado depois de uma falha no disco: por enquanto pode faltar
          alguma mensagem.
        </Notice>
      )}
      <div className={styles.columns}>
        <aside className={styles.stack} aria-label="Sobre a pessoa">
          {history.sends ? (
            <PersonResponse sends={history.sends} hasMore={history.hasMore} />
          ) : (
            history.error && (
              <PartFailure
                sentence={RESPONSE_FAILED}
                detail={sentenceOf(history.error, RESPONSE_FAILED)}
                onRetry={history.retry}
              />
            )
          )}
          <PersonLists person={person} />
        </aside>
        <PersonTimeline phone={address} />
      </div>
    </Page>
  )
}

const icons = {
  danger: CircleAlert,
  warn: UserX,
  ok: CircleCheck,
  muted: CircleDashed,
  gold: CircleCheck,
}

/** Whether campaigns reach the person, and when they last wrote. */
function Standing({
  person,
  sends,
}: {
  readonly person: Person
  readonly sends: readonly PersonSend[]
}) {
  const { tone, words } = standingOf(person, sends)
  const [chat] = person.chats
  const repliedAt = lastReplyAt(sends)
  return (
    <>
      <Badge tone={tone} icon={icons[tone]}>
        {words}
      </Badge>
      {repliedAt ? (
        <span>
          Última resposta <RelativeTime iso={repliedAt} />
        </span>
      ) : (
        chat && (
          <span>
            Última conversa <RelativeTime iso={new Date(chat.lastAtSeconds * 1000).toISOString()} />
          </span>
        )
      )}
    </>
  )
}

function Actions({
  person,
  sends,
}: {
  readonly person: Person
  readonly sends: readonly PersonSend[]
}) {
  const { phone, name, optOut, chats } = person
  const [isBusy, setIsBusy] = useState(false)
  const [chat] = chats
  const leave = () => {
    if (phone === null) return
    setIsBusy(true)
    addOptOut({ phone, name, reason: '' })
      .then((added) =>
        toastUndoable(optOutMessages.out(name || phoneOf(person)), () =>
          toastUndone(removeOptOut(added), optOutMessages.removed(name || phoneOf(person))),
        ),
      )
      .catch((error: unknown) => {
        if (!isSignedOut(error)) toastFailed(sentenceOf(error, optOutMessages.addFailed))
      })
      .finally(() => setIsBusy(false))
  }
  return (
    <>
      {!optOut && phone !== null && (
        <Button icon={UserX} isBusy={isBusy} onClick={leave}>
          Não enviar mais
        </Button>
      )}
      {chat ? (
        <Link href={conversationAt(chat)} className={buttonClass('primary')}>
          <MessageSquare size={16} aria-hidden />
          Abrir a conversa
        </Link>
      ) : (
        phone !== null && (
          <WriteTo
            {...{ person, phone }}
            lastDeviceId={sends[0]?.deviceId ?? null}
            isRefused={standingOf(person, sends).tone === 'danger'}
          />
        )
      )}
    </>
  )
}
