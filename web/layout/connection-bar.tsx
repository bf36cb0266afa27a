import { CloudOff } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { reach, wishes } from '../api/calls/reach.ts'
import { messages } from '../messages.ts'
import { useStore } from '../store.ts'
import { useNow } from '../ui/display/relative-time.tsx'
import { Button } from '../ui/forms/button.tsx'
import { toastDone } from '../ui/overlays/toast.ts'
import styles from './connection-bar.module.css'
import { UpdateBar } from './update-bar.tsx'

const TICK_MS = 500

/** Says that the server does not answer, for as long as that is so. */
export function ConnectionBar() {
  const { isAway, nextTryAt } = useStore(reach)
  const wasAway = useRef(false)
  useEffect(() => {
    if (wasAway.current && !isAway) toastDone(messages.request.backOnline)
    wasAway.current = isAway
  }, [isAway])
  return (
    <div role="status" className={styles.place}>
      {isAway && (
        <div className={styles.bar} data-server-away>
          <CloudOff size={18} aria-hidden />
          <p>
            <strong>Sem conexão com o servidor.</strong> O que aparece aqui pode estar
            desatualizado.
          </p>
          {nextTryAt !== null && <NextTry at={nextTryAt} />}
          <Button onClick={wishes.ring} isBusy={nextTryAt === null}>
            Tentar agora
          </Button>
        </div>
      )}
      <UpdateBar />
    </div>
  )
}

/** Seconds until the next attempt; nobody wants each of them read aloud. */
function NextTry({ at }: { readonly at: number }) {
  const now = useNow(TICK_MS)
  const seconds = Math.max(1, Math.ceil((at - now) / 1_000))
  return (
    <span className={styles.next} aria-hidden>
      Nova tentativa em {seconds} s
    </span>
  )
}
