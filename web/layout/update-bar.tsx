import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { returns } from '../api/calls/reach.ts'
import { basePath } from '../page-facts.ts'
import { Button } from '../ui/forms/button.tsx'
import styles from './connection-bar.module.css'

const ANSWER_MS = 10_000

/** Says that the server has another build of the console than this page is of. */
export function UpdateBar() {
  const [isOutdated, setIsOutdated] = useState(false)
  useEffect(
    () =>
      returns.onRing(() => {
        // A check that fails is made again when the server comes back the next time.
        findNewBuild().then(setIsOutdated, () => undefined)
      }),
    [],
  )
  if (!isOutdated) return null
  return (
    <div className={styles.bar} data-tone="update">
      <RefreshCw size={18} aria-hidden />
      <p>
        <strong>O disparo foi atualizado.</strong> Recarregue a página para usar a versão nova.
      </p>
      <Button onClick={() => window.location.reload()}>Recarregar</Button>
    </div>
  )
}

/**
 * Whether the server has another build than this page. Its document names the first script of the console,
 * whose name carries a hash of what is in it.
 */
async function findNewBuild(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (!own) return false
  const response = await fetch(`${basePath}/login`, { signal: AbortSignal.timeout(ANSWER_MS) })
  const html = response.ok ? await response.text() : ''
  return html !== '' && !html.includes(new URL(own.src).pathname)
}
