import type { FallbackProps } from 'react-error-boundary'
import { Button } from '../ui/forms/button.tsx'
import styles from './failure.module.css'

/** Shown when a screen breaks: the router's own sentence, and a Portuguese explanation. */
export function Failure({ resetErrorBoundary }: Pick<FallbackProps, 'resetErrorBoundary'>) {
  return (
    <div className={styles.failure} role="alert">
      <h1>Unexpected Application Error!</h1>
      <p>
        Algo nesta tela falhou. O que já foi salvo continua salvo, e as campanhas em andamento
        seguem enviando. Tente abrir a tela de novo; se o erro voltar, recarregue a página.
      </p>
      <div className={styles.actions}>
        <Button look="primary" onClick={resetErrorBoundary}>
          Tentar novamente
        </Button>
        <Button onClick={() => window.location.reload()}>Recarregar a página</Button>
      </div>
    </div>
  )
}
