/** @jsxImportSource preact */
import { renderPage } from './page.tsx'

/** What runs here, for whoever opens the daemon's address in a browser. */
export function renderHome({ version }: { readonly version: string }): string {
  return renderPage(
    'Servidor',
    <>
      <h1>disparo</h1>
      <p>Campanhas de WhatsApp no seu próprio servidor. Versão {version}, em funcionamento.</p>
      <ul>
        <li>
          <a href="/docs">Documentação da API</a>: todas as chamadas, com campos e erros.
        </li>
        <li>
          <a href="/openapi.json">openapi.json</a>: o mesmo, para programas.
        </li>
        <li>
          <a href="/health">Estado do servidor</a>: conexões e campanhas em andamento.
        </li>
      </ul>
      <p>
        Na linha de comando, <code>disparo --help</code> mostra o que pode ser feito.
      </p>
    </>,
  )
}
