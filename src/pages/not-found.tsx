/** @jsxImportSource preact */
import { renderPage } from './page.tsx'

export function renderNotFound(): string {
  return renderPage(
    'Página Não Encontrada',
    <>
      <h1>Página Não Encontrada</h1>
      <p>O endereço não existe ou mudou de lugar.</p>
      <p>
        <a href="/">Voltar ao início</a>
      </p>
    </>,
  )
}
