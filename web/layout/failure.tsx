import { useEffect } from 'react'
import type { FallbackProps } from 'react-error-boundary'
import { reach } from '../api/calls/reach.ts'
import { PartMissingError } from '../lazy-part.tsx'
import { Button } from '../ui/forms/button.tsx'
import styles from './failure.module.css'

/** Shown in place of a screen that broke, or whose script never came. */
export function Failure({ error, resetErrorBoundary }: FallbackProps) {
  const isMissing = error instanceof PartMissingError
  useEffect(() => {
    if (!isMissing) return
    return reach.subscribe(() => {
      if (!reach.get().isAway) resetErrorBoundary()
    })
  }, [isMissing, resetErrorBoundary])
  return (
    <div className={styles.failure} role="alert">
      {isMissing ? <NotLoaded /> : <Crashed />}
      <div className={styles.actions}>
        <Button look="primary" onClick={resetErrorBoundary}>
          Tentar novamente
        </Button>
        <Button onClick={() => window.location.reload()}>Recarregar a página</Button>
      </div>
    </div>
  )
}

function NotLoaded() {
  return (
    <>
      <h1>Esta tela não pôde ser carregada</h1>
      <p>
        O servidor não entregou a tela: ele ou a sua rede podem estar fora do ar. Ela abre sozinha
        quando a conexão voltar. Se o disparo acabou de ser atualizado, recarregue a página.
      </p>
    </>
  )
}

/** The router's own sentence, and a Portuguese explanation. */
function Crashed() {
  return (
    <>
      <h1>Unexpected Application Error!</h1>
      <p>
        Algo nesta tela falhou. Quem envia as campanhas é o servidor, não esta página. Tente abrir a
        tela de novo; se o erro voltar, recarregue a página.
      </p>
    </>
  )
}
