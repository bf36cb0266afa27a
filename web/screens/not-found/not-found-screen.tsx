import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { Entry } from '../../layout/entry.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'

/** The screen for an unknown address. */
export function NotFoundScreen() {
  return (
    <Entry title="Página Não Encontrada" hint="O endereço não existe ou mudou de lugar.">
      <Link href={consoleRoutes.dashboard} className={buttonClass('primary')}>
        Voltar ao painel
      </Link>
    </Entry>
  )
}
