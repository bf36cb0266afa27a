/** @jsxImportSource preact */
import type { Endpoint } from '../contract/api/endpoint.ts'
import { type ErrorCode, errorCatalogue } from '../contract/errors.ts'
import { foldText } from '../contract/fold.ts'
import { EVOLUTION_ANCHOR, GatewayCalls } from './gateway-calls.tsx'
import { renderPage } from './page.tsx'

/** A call as the page shows it. */
export type DocumentedCall = Pick<Endpoint, 'methods' | 'path' | 'summary' | 'tag' | 'isPublic'> & {
  /** Fields of query, form and body: name, where it goes, what it holds. */
  readonly fields: readonly {
    readonly name: string
    readonly place: string
    readonly type: string
    readonly isRequired: boolean
  }[]
  /** An example of a valid body. */
  readonly example?: string
  readonly errors: readonly ErrorCode[]
}

/** Renders the API's documentation: every call, by subject. */
export function renderDocs({
  calls,
  version,
  basePath,
}: {
  readonly calls: readonly DocumentedCall[]
  readonly version: string
  readonly basePath: string
}): string {
  const tags = [...new Set(calls.map(({ tag }) => tag))]
  return renderPage(
    { title: 'Documentação da API', basePath },
    <>
      <h1>Documentação da API</h1>
      <p>
        Versão {version}. As chamadas recebem e respondem JSON em UTF-8; horários são ISO 8601 em
        UTC, telefones são só dígitos com o código do país. Salvo onde indicado, envie{' '}
        <code>Authorization: Bearer &lt;token&gt;</code> ou o cabeçalho <code>apikey</code>.
      </p>
      <p>
        Um erro é sempre{' '}
        <code>{'{ "error": "…", "message": "…", "code": "…", "details": […] }'}</code>. O mesmo
        documento para programas: <a href="openapi.json">openapi.json</a>.
      </p>
      <nav aria-label="Assuntos">
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              <a href={`#${anchorOf(tag)}`}>{tag}</a>
            </li>
          ))}
          <li>
            <a href={`#${EVOLUTION_ANCHOR}`}>Chamadas da Evolution API v2</a>
          </li>
        </ul>
      </nav>
      {tags.map((tag) => (
        <section key={tag} id={anchorOf(tag)}>
          <h2>{tag}</h2>
          {calls
            .filter((call) => call.tag === tag)
            .map((call) => (
              <Call key={`${call.methods[0]} ${call.path}`} call={call} />
            ))}
        </section>
      ))}
      <GatewayCalls />
    </>,
  )
}

/** A subject's place in the page. */
function anchorOf(tag: string): string {
  return foldText(tag).replaceAll(' ', '-')
}

function Call({ call }: { readonly call: DocumentedCall }) {
  return (
    <article>
      <h3>
        {call.methods.map((method) => (
          <span key={method} class="method">
            {method.toUpperCase()}
          </span>
        ))}
        <code>{call.path}</code>
      </h3>
      <p>
        {call.summary}
        {call.isPublic && ' Não exige login.'}
      </p>
      {call.fields.length > 0 && <Fields fields={call.fields} />}
      {call.example !== undefined && (
        <details>
          <summary>Exemplo</summary>
          <pre>{call.example}</pre>
        </details>
      )}
      <details>
        <summary>Erros</summary>
        <Errors codes={call.errors} />
      </details>
    </article>
  )
}

function Fields({ fields }: Pick<DocumentedCall, 'fields'>) {
  return (
    <table>
      <caption>Campos</caption>
      <tbody>
        {fields.map(({ name, place, type, isRequired }) => (
          <tr key={`${place} ${name}`}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{place}</td>
            <td>{type}</td>
            <td>{isRequired ? 'obrigatório' : 'opcional'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Errors({ codes }: { readonly codes: readonly ErrorCode[] }) {
  return (
    <table>
      <tbody>
        {codes.map((code) => (
          <tr key={code}>
            <th scope="row">{errorCatalogue[code].status}</th>
            <td>
              <code>{code}</code>
            </td>
            <td>{errorCatalogue[code].text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
