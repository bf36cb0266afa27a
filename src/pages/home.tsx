/** @jsxImportSource preact */
import { renderPage } from './page.tsx'

/** Renders a page that says what runs here, where the console was not built. */
export function renderHome({
  version,
  basePath,
}: {
  readonly version: string
  readonly basePath: string
}): string {
  return renderPage(
    { title: 'Servidor', basePath },
    <>
      <h1>disparo</h1>
      <p>Campanhas de WhatsApp no seu próprio servidor. Versão {version}, em funcionamento.</p>
      <p>
        O console não está nesta instalação: só o servidor foi compilado. <code>npm run build</code>{' '}
        compila os dois.
      </p>
      <ul>
        <li>
          <a href={`${basePath}/docs`}>Documentação da API</a>: todas as chamadas, com campos e
          erros.
        </li>
        <li>
          <a href={`${basePath}/openapi.json`}>openapi.json</a>: o mesmo, para programas.
        </li>
        <li>
          <a href={`${basePath}/health`}>Estado do servidor</a>: conexões e campanhas em andamento.
        </li>
      </ul>
      <p>
        Na linha de comando, <code>disparo --help</code> mostra o que pode ser feito.
      </p>
    </>,
  )
}
