import { Bot, History, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Agent, Chatbot } from '#contract/gateways/assistant.ts'
import {
  deleteChatbot,
  type InstanceKey,
  isOf,
  toggleChatbot,
  useChatbots,
} from '../../../api/assistants.ts'
import { isSignedOut } from '../../../api/calls/call-error.ts'
import { truncate } from '../../../format.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { report } from '../../../report.ts'
import { Listed } from '../../../ui/display/listed.tsx'
import { EmptyState } from '../../../ui/display/states.tsx'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { ChatbotForm } from './chatbot-form.tsx'
import styles from './chatbots-dialog.module.css'
import { RepliesDialog } from './replies-dialog.tsx'

type Inside =
  /** Null for a new one. */
  | { readonly kind: 'form'; readonly chatbot: Chatbot | null }
  | { readonly kind: 'replies'; readonly chatbot: Chatbot }

/** The chatbots of an instance, and a form for another. */
export function ChatbotsDialog({
  instance,
  instanceNames,
  titleOf,
  agents,
  onClose,
}: {
  readonly instance: InstanceKey
  /** Instances of the same gateway, this one among them. */
  readonly instanceNames: readonly string[]
  /** What an instance is called by its owner. */
  readonly titleOf: (instanceName: string) => string
  readonly agents: readonly Agent[]
  readonly onClose: () => void
}) {
  const { data, error, mutate } = useChatbots()
  const [inside, setInside] = useState<Inside | null>(null)
  const back = () => setInside(null)
  const chatbots = data?.filter((chatbot) => isOf(chatbot, instance))
  if (inside?.kind === 'form') {
    const { chatbot } = inside
    return <ChatbotForm {...{ instance, instanceNames, titleOf, chatbot, agents }} onEnd={back} />
  }
  if (inside?.kind === 'replies') {
    const { id, name } = inside.chatbot
    return <RepliesDialog name={name} of={{ chatbot_id: id }} agents={agents} onClose={back} />
  }
  return (
    <Dialog
      title={`Chatbots de ${titleOf(instance.instanceName)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          {chatbots && (
            <Button
              look="primary"
              icon={Plus}
              onClick={() => setInside({ kind: 'form', chatbot: null })}
            >
              Novo chatbot
            </Button>
          )}
        </>
      }
    >
      <Listed
        items={chatbots}
        error={error}
        failed={gatewayMessages.chatbots.loadFailed}
        onRetry={() => void mutate()}
        waiting={{ count: 2, height: '72px' }}
        className={styles.list}
        empty={
          <EmptyState icon={Bot} title="Nenhum chatbot nesta instância">
            Um chatbot responde a quem escreve uma das suas palavras-chave, com um texto fixo ou por
            um assistente.
          </EmptyState>
        }
      >
        {(all) => (
          <ul className={styles.list}>
            {all.map((chatbot) => (
              <li key={chatbot.id}>
                <ChatbotRow
                  chatbot={chatbot}
                  onOpen={(kind) => setInside({ kind, chatbot })}
                  agentName={agents.find(({ id }) => id === chatbot.agentId)?.name ?? null}
                />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Dialog>
  )
}

const REPLY_LENGTH = 120

function ChatbotRow({
  chatbot,
  agentName,
  onOpen,
}: {
  readonly chatbot: Chatbot
  readonly onOpen: (kind: Inside['kind']) => void
  readonly agentName: string | null
}) {
  const { id, name, keywords, reply, agentId, isActive } = chatbot
  const [isBusy, setIsBusy] = useState(false)
  const act = async (change: () => Promise<void>, failed: string) => {
    setIsBusy(true)
    try {
      await change()
    } catch (error) {
      if (isSignedOut(error)) return
      report(failed, error)
      toastFailed(failed)
    } finally {
      setIsBusy(false)
    }
  }
  const remove = async () => {
    const question = { title: 'Excluir chatbot', isDangerous: true }
    if (!(await askYesNo(gatewayMessages.chatbots.deleteConfirm(name), question))) return
    await act(async () => {
      await deleteChatbot(id)
      toastDone(gatewayMessages.chatbots.deleted)
    }, gatewayMessages.chatbots.deleteFailed)
  }
  return (
    <div className={styles.row}>
      <div className={styles.about}>
        <h3>{name}</h3>
        <ul className={styles.keywords} aria-label="Palavras-chave">
          {keywords.map((keyword) => (
            <li key={keyword}>{keyword}</li>
          ))}
        </ul>
        <p>
          {agentId === null
            ? truncate(reply ?? '', REPLY_LENGTH)
            : `Responde o assistente ${agentName ?? 'que foi escolhido'}`}
        </p>
      </div>
      <div className={styles.controls}>
        <Switch
          label={`${name} ativo`}
          isLabelHidden
          isOn={isActive}
          isBusy={isBusy}
          onChange={(isOn) =>
            void act(() => toggleChatbot(id, isOn), gatewayMessages.chatbots.toggleFailed)
          }
        />
        <IconButton
          label={`Editar ${name}`}
          icon={Pencil}
          disabled={isBusy}
          onClick={() => onOpen('form')}
        />
        <IconButton
          label={`Últimas respostas de ${name}`}
          icon={History}
          onClick={() => onOpen('replies')}
        />
        <IconButton
          label={`Excluir ${name}`}
          icon={Trash2}
          disabled={isBusy}
          onClick={() => void remove()}
        />
      </div>
    </div>
  )
}
