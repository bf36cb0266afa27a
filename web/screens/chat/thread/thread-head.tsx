import { ArrowLeft, Search, UserX } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { personPage } from '#contract/console-routes.ts'
import { isPersonJid, phoneOfJid } from '#contract/jid.ts'
import { usePerson } from '../../../api/people.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { Avatar } from '../avatar.tsx'
import styles from '../chat-screen.module.css'
import { nameOf, numberOf, type Person } from '../people.ts'

/** Whom a thread is with, and what can be done with it. */
export function ThreadHead({
  person,
  placeName,
  isOptedOut,
  actionsRef,
  isSearching,
  onBack,
  onSearch,
}: {
  readonly person: Person
  readonly placeName: string | null
  /** `undefined` where nobody has written yet, so that the chat is not in the list. */
  readonly isOptedOut: boolean | undefined
  /** Around the button that begins a search. */
  readonly actionsRef: RefObject<HTMLDivElement | null>
  readonly isSearching: boolean
  readonly onBack: () => void
  readonly onSearch: () => void
}) {
  const { remoteJid } = person
  return (
    <header className={styles.head}>
      <IconButton
        label="Voltar aos contatos"
        icon={ArrowLeft}
        className={styles.back}
        onClick={onBack}
      />
      <Avatar person={person} />
      <div className={styles.who}>
        <h2>
          {isPersonJid(remoteJid) ? (
            <Link
              href={personPage(phoneOfJid(remoteJid) ?? remoteJid)}
              title="Ver tudo desta pessoa"
            >
              {nameOf(person)}
            </Link>
          ) : (
            nameOf(person)
          )}
        </h2>
        <p>{[numberOf(remoteJid), placeName].filter(Boolean).join(' · ')}</p>
      </div>
      {isOptedOut && <OptedOut />}
      {isOptedOut === undefined && isPersonJid(remoteJid) && (
        <OptedOutStranger phone={phoneOfJid(remoteJid) ?? remoteJid} />
      )}
      <div ref={actionsRef} className={styles.actions}>
        <IconButton
          label="Buscar na conversa"
          icon={Search}
          aria-expanded={isSearching}
          onClick={onSearch}
        />
      </div>
    </header>
  )
}

function OptedOut() {
  return (
    <Badge tone="warn" icon={UserX}>
      Descadastrado
    </Badge>
  )
}

function OptedOutStranger({ phone }: { readonly phone: string }) {
  const { data } = usePerson(phone)
  return data?.optOut ? <OptedOut /> : null
}
