/** @jsxImportSource preact */
import { consoleRoutes } from '../contract/console-routes.ts'
import { renderPage } from './page.tsx'

type Mounted = {
  /** Path of the whole interface, without a slash at its end. */
  readonly basePath: string
}

export const notFoundTitle = 'Página Não Encontrada'

/** Renders the page for an unknown address, where the console cannot show it. */
export function renderNotFound({ basePath }: Mounted): string {
  return renderPage({ title: notFoundTitle, basePath }, <NotFoundText basePath={basePath} />)
}

export function NotFoundText({ basePath }: Mounted) {
  return (
    <>
      <h1>{notFoundTitle}</h1>
      <p>O endereço não existe ou mudou de lugar.</p>
      <p>
        <a href={`${basePath}${consoleRoutes.dashboard}`}>Voltar ao painel</a>
      </p>
    </>
  )
}
