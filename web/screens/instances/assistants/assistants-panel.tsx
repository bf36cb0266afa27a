import { Bot, History, Info, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Agent } from '#contract/gateways/assistant.ts'
import { useAgents } from '../../../api/assistants.ts'
import { formatDay } from '../../../format.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { canAssist } from '../../../page-facts.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { AssistantDialog } from './assistant-dialog.tsx'
import styles from './assistants-panel.module.css'
import { RepliesDialog } from './replies-dialog.tsx'

type AgentDialog =
  /** Null for a new one. */
  | { readonly kind: 'form'; readonly agent: Agent | null }
  | { readonly kind: 'replies'; readonly agent: Agent }

/** The user's assistants, which any instance may be given. */
export function AssistantsPanel() {
  const { data: agents, error, mutate } = useAgents()
  const [dialog, setDialog] = useState<AgentDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <div className={styles.panel}>
      {!canAssist && (
        <p className={styles.notice}>
          <Info size={16} aria-hidden />
          <span>
            Este servidor não tem uma chave do serviço de modelos (MISTRAL_API_KEY). Você pode criar
            assistentes e ligá-los às instâncias, mas eles só respondem depois que quem cuida do
            servidor configurar a chave. Chatbots com texto fixo não precisam dela.
          </span>
        </p>
      )}
      {!agents && !error && (
        <Loading className={styles.grid}>
          {['a', 'b'].map((key) => (
            <Card key={key} className={styles.agent}>
              <Skeleton width="50%" height="1.25rem" />
              <Skeleton height="3rem" />
            </Card>
          ))}
        </Loading>
      )}
      {!agents && error && (
        <Card>
          <ErrorState
            title={gatewayMessages.assistants.loadFailed}
            detail={error.message}
            onRetry={() => void mutate()}
          />
        </Card>
      )}
      {agents?.length === 0 && (
        <Card>
          <EmptyState
            icon={Bot}
            title="Nenhum assistente criado"
            action={
              <Button look="primary" onClick={() => setDialog({ kind: 'form', agent: null })}>
                Criar assistente
              </Button>
            }
          >
            Um assistente responde às mensagens de uma instância, seguindo as instruções que você
            escrever.
          </EmptyState>
        </Card>
      )}
      {agents && agents.length > 0 && (
        <>
          <Button
            className={styles.add}
            icon={Plus}
            onClick={() => setDialog({ kind: 'form', agent: null })}
          >
            Novo assistente
          </Button>
          <ul className={styles.grid}>
            {agents.map((agent) => (
              <li key={agent.id}>
                <AgentCard agent={agent} onOpen={(kind) => setDialog({ kind, agent })} />
              </li>
            ))}
          </ul>
        </>
      )}
      {dialog?.kind === 'form' && <AssistantDialog agent={dialog.agent} onEnd={close} />}
      {dialog?.kind === 'replies' && (
        <RepliesDialog
          name={dialog.agent.name}
          of={{ agent_id: dialog.agent.id }}
          agents={agents ?? []}
          onClose={close}
        />
      )}
    </div>
  )
}

function AgentCard({
  agent: { name, instructions, model, createdAt },
  onOpen,
}: {
  readonly agent: Agent
  readonly onOpen: (kind: AgentDialog['kind']) => void
}) {
  return (
    <Card className={styles.agent} aria-label={name}>
      <h2>{name}</h2>
      <p className={styles.instructions}>{instructions}</p>
      <p className={styles.facts}>
        {model} · criado em {formatDay(createdAt)}
      </p>
      <div className={styles.actions}>
        <Button icon={Pencil} onClick={() => onOpen('form')}>
          Editar
        </Button>
        <Button icon={History} onClick={() => onOpen('replies')}>
          Últimas respostas
        </Button>
      </div>
    </Card>
  )
}
