/** @jsxImportSource preact */
import {
  type EvolutionPath,
  type EvolutionStanding,
  evolutionPaths,
} from '../contract/api/gateways/evolution-paths.ts'
import { sentWebhookEvents, webhookEvents } from '../contract/gateways/evolution-webhook.ts'

/** Anchor of this section in the page. */
export const EVOLUTION_ANCHOR = 'evolution'

/** Lists what becomes of each call of Evolution API v2 here, for owners of existing clients. */
export function GatewayCalls() {
  const count = (kind: EvolutionStanding['kind']) =>
    evolutionPaths.filter(({ standing }) => standing.kind === kind).length
  return (
    <section id={EVOLUTION_ANCHOR}>
      <h2>Chamadas da Evolution API v2</h2>
      <p>
        O gateway conhece as {evolutionPaths.length} chamadas da Evolution API v2: oferece{' '}
        {count('offered')}, responde a {count('off')} como a original quando nada foi configurado, e
        recusa {count('refused')} com a razão (400); {count('optional')} dependem de uma opção. Os
        caminhos ficam abaixo de <code>/gateway/</code>.
      </p>
      <p>
        Dos eventos que um webhook pode pedir, este gateway envia{' '}
        <Names names={sentWebhookEvents} />. Os outros são aceitos e nunca vêm:{' '}
        <Names names={webhookEvents.filter((name) => !sentWebhookEvents.includes(name))} />.
      </p>
      <details>
        <summary>Todas as chamadas</summary>
        <table className="halves">
          <tbody>
            {evolutionPaths.map((call) => (
              <Row key={`${call.method} ${call.path}`} call={call} />
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

function Names({ names }: { readonly names: readonly string[] }) {
  return names.map((name, place) => [place > 0 && ', ', <code key={name}>{name}</code>])
}

function Row({ call: { method, path, standing } }: { readonly call: EvolutionPath }) {
  return (
    <tr>
      <th scope="row">
        {method.toUpperCase()} <code>/{path}</code>
      </th>
      <td>{standingText(standing)}</td>
    </tr>
  )
}

function standingText(standing: EvolutionStanding): string {
  if (standing.kind === 'offered') return 'Oferecida.'
  if (standing.kind === 'optional') {
    const { variable, otherwise } = standing
    return `Oferecida com ${variable}=sim. Sem ela: ${standingText(otherwise)}`
  }
  if (standing.kind === 'off') return 'Responde que nada foi configurado.'
  return `Recusada: ${standing.reason}`
}
