import { LogOut } from 'lucide-react'
import { useState } from 'react'
import type { OpenSession } from '#contract/session.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { endOneSession, endOtherSessions, useSessions } from '../../../api/own-account.ts'
import { formatDateTime } from '../../../format.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Loading, Skeletons } from '../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import styles from '../settings.module.css'
import { SettingsCard } from '../settings-card.tsx'
import { accountMessages } from './account-messages.ts'

/** Where the account is open, and how to close it there. */
export function SessionsCard() {
  const [isEnding, setIsEnding] = useState(false)
  // Once used the button stays, although no other session is left, so that it keeps the focus.
  const [isUsed, setIsUsed] = useState(false)
  const hasOthers = useSessions().sessions?.some(({ isCurrent }) => !isCurrent) ?? false
  const endOthers = async () => {
    const title = 'Sair de todas'
    if (!(await askYesNo(accountMessages.endOthersConfirm, { title, isDangerous: true }))) return
    setIsEnding(true)
    setIsUsed(true)
    try {
      await endOtherSessions()
      toastDone(accountMessages.othersEnded)
    } catch (error) {
      toastFailed(sentenceOf(error, accountMessages.endFailed))
    } finally {
      setIsEnding(false)
    }
  }
  return (
    <SettingsCard
      id="sessoes"
      title="Sessões"
      help="Onde a conta está aberta. Encerre o que você não reconhecer."
      aside={
        (hasOthers || isUsed) && (
          <Button icon={LogOut} isBusy={isEnding} onClick={() => void endOthers()}>
            Sair de todas as outras
          </Button>
        )
      }
    >
      <Sessions />
    </SettingsCard>
  )
}

function Sessions() {
  const { sessions, error, isLoading, retry } = useSessions()
  if (sessions) {
    return (
      <ul>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    )
  }
  if (error && !isLoading) {
    const title = accountMessages.sessionsFailed
    return <ErrorState title={title} detail={sentenceOf(error, title)} onRetry={retry} />
  }
  return (
    <Loading className={styles.stack}>
      <Skeletons count={2} height="2.5rem" />
    </Loading>
  )
}

function Session({ session }: { readonly session: OpenSession }) {
  const { id, place, createdAt, expiresAt, isCurrent } = session
  const [isEnding, setIsEnding] = useState(false)
  const end = () => {
    setIsEnding(true)
    endOneSession(id)
      .then(() => toastDone(accountMessages.sessionEnded))
      .catch((error: unknown) => toastFailed(sentenceOf(error, accountMessages.endFailed)))
      .finally(() => setIsEnding(false))
  }
  return (
    <li className={styles.row}>
      <span>
        {place}
        <small>
          Entrou <RelativeTime iso={createdAt} /> · vale até {formatDateTime(expiresAt)}
        </small>
      </span>
      {isCurrent ? (
        <Badge tone="gold">Esta sessão</Badge>
      ) : (
        <Button isBusy={isEnding} onClick={end} aria-label={`Encerrar a sessão: ${place}`}>
          Encerrar
        </Button>
      )}
    </li>
  )
}
