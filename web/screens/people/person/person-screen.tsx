import { MessageSquare, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { Person } from '#contract/people/person.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { addOptOut } from '../../../api/opt-outs.ts'
import { usePerson } from '../../../api/people.ts'
import { formatPhone } from '../../../format.ts'
import { conversationAt } from '../../../parts/conversation.ts'
import { optOutMessages } from '../../../parts/opt-outs/opt-out-messages.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../ui/display/states.tsx'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { BackLink } from '../../../ui/page/back-link.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { OptOutNotice } from './opt-out-notice.tsx'
import { PersonHistory } from './person-history.tsx'
import { PersonLists } from './person-lists.tsx'
import styles from './person-screen.module.css'
import { SingleMessages } from './single-messages.tsx'

const LOAD_FAILED = 'Não foi possível carregar esta pessoa.'

/** One person at an address of their own: what campaigns sent, what came back, and the opt-out. */
export function PersonScreen() {
  const { phone = '' } = useParams()
  return <PersonPage key={phone} phone={phone} />
}

function PersonPage({ phone }: { readonly phone: string }) {
  const { data: person, error, mutate } = usePerson(phone)
  if (person) return <Whole person={person} address={phone} />
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
        <Loading className={styles.stack}>
          <Skeleton height="3rem" />
          <Skeleton height="20rem" />
        </Loading>
      )}
    </Page>
  )
}

function Whole({ person, address }: { readonly person: Person; readonly address: string }) {
  const { name, optOut, chats, lists, isIncomplete } = person
  const number = numberOf(person)
  return (
    <Page
      title={name || number}
      hint={
        <span className={styles.under}>
          <BackLink to={consoleRoutes.contacts} label="Contatos" look={name ? 'beside' : 'alone'} />
          {name && <span className={styles.number}>{number}</span>}
        </span>
      }
      actions={<Actions person={person} />}
    >
      {optOut && <OptOutNotice optOut={optOut} />}
      {isIncomplete && (
        <Notice tone="info">
          O histórico está sendo remontado depois de uma falha no disco: por enquanto pode faltar
          alguma mensagem.
        </Notice>
      )}
      <PersonHistory phone={address} />
      {chats.length > 0 && <SingleMessages phone={address} />}
      <PersonLists lists={lists} />
    </Page>
  )
}

function Actions({ person }: { readonly person: Person }) {
  const { phone, name, optOut, chats } = person
  const [isBusy, setIsBusy] = useState(false)
  const [chat] = chats
  const leave = () => {
    if (phone === null) return
    setIsBusy(true)
    addOptOut({ phone, name, reason: '' })
      .then(() => toastDone(optOutMessages.added))
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
      {chat && (
        <Link href={conversationAt(chat)} className={buttonClass('primary')}>
          <MessageSquare size={16} aria-hidden />
          Abrir a conversa
        </Link>
      )}
    </>
  )
}

function numberOf({ phone }: Person): string {
  return phone === null ? 'Número oculto pelo WhatsApp' : formatPhone(phone)
}
