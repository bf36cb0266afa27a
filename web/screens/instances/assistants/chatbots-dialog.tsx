import { Bot, Plus, Trash2 } from 'lucide-react'
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
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/display/states.tsx'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { askYesNo } from '../../../ui/overlays/ask.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
import { ChatbotForm } from './chatbot-form.tsx'
import styles from './chatbots-dialog.module.css'

/** The chatbots of an instance, and a form for another. */
export function ChatbotsDialog({
  instance,
  agents,
  onClose,
}: {
  readonly instance: InstanceKey
  readonly agents: readonly Agent[]
  readonly onClose: () => void
}) {
  const { data, error, mutate } = useChatbots()
  const [isNew, setIsNew] = useState(false)
  const chatbots = data?.filter((chatbot) => isOf(chatbot, instance))
  if (isNew) {
    return <ChatbotForm instance={instance} agents={agents} onEnd={() => setIsNew(false)} />
  }
  return (
    <Dialog
      title={`Chatbots de ${instance.instanceName}`}
      onClose={onClose}
      footer={
        chatbots && (
          <>
            <Button onClick={onClose}>Fechar</Button>
            <Button look="primary" icon={Plus} onClick={() => setIsNew(true)}>
              Novo chatbot
            </Button>
          </>
        )
      }
    >
      {!chatbots && !error && (
        <Loading className={styles.list}>
          <Skeleton height="72px" />
          <Skeleton height="72px" />
        </Loading>
      )}
      {!chatbots && error && (
        <ErrorState
          title={gatewayMessages.chatbots.loadFailed}
          detail={error.message}
          onRetry={() => void mutate()}
        />
      )}
      {chatbots?.length === 0 && (
        <EmptyState icon={Bot} title="Nenhum chatbot nesta instância">
          Um chatbot responde a quem escreve uma das suas palavras-chave, com um texto fixo ou por
          um assistente.
        </EmptyState>
      )}
      {chatbots && chatbots.length > 0 && (
        <ul className={styles.list}>
          {chatbots.map((chatbot) => (
            <li key={chatbot.id}>
              <ChatbotRow
                chatbot={chatbot}
                agentName={agents.find(({ id }) => id === chatbot.agentId)?.name ?? null}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const REPLY_LENGTH = 120

function ChatbotRow({
  chatbot,
  agentName,
}: {
  readonly chatbot: Chatbot
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
          label={`Excluir ${name}`}
          icon={Trash2}
          disabled={isBusy}
          onClick={() => void remove()}
        />
      </div>
    </div>
  )
}
