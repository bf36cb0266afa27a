import { ArrowUp } from 'lucide-react'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './older-messages.module.css'

/** What stands above the first shown message: those before it, or that there are none. */
export function OlderMessages({
  hasOlder,
  isReading,
  failure,
  onRead,
}: {
  readonly hasOlder: boolean
  readonly isReading: boolean
  readonly failure: string | null
  readonly onRead: () => void
}) {
  if (!hasOlder) {
    return <p className={styles.begin}>Aqui começam as mensagens guardadas</p>
  }
  return (
    <div className={styles.older}>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          Não foi possível carregar as mensagens anteriores. {failure}
        </p>
      )}
      <Button look="quiet" icon={ArrowUp} isBusy={isReading} onClick={onRead}>
        {words({ isReading, failure })}
      </Button>
    </div>
  )
}

function words({
  isReading,
  failure,
}: {
  readonly isReading: boolean
  readonly failure: string | null
}) {
  if (isReading) return 'Carregando mensagens…'
  return failure === null ? 'Mensagens anteriores' : 'Tentar novamente'
}
