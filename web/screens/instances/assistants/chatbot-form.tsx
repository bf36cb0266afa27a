import { useState } from 'react'
import { type Agent, type Chatbot, ChatbotBody } from '#contract/gateways/assistant.ts'
import { ChatbotTrialBody } from '#contract/gateways/bot-trial.ts'
import { KEYWORD_MAX_LENGTH, NAME_MAX_LENGTH, TEXT_MAX_LENGTH } from '#contract/limits.ts'
import {
  createChatbot,
  type InstanceKey,
  updateChatbot,
  useChatbots,
} from '../../../api/assistants.ts'
import { tryChatbot } from '../../../api/bots.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { canAssist } from '../../../page-facts.ts'
import { FormDialog, refusalsOf, typed } from '../../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../../parts/use-form-send.ts'
import { ChipsField } from '../../../ui/forms/chips-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../../ui/overlays/toast.ts'
import { TrialBox, type TrialTurn } from './trial-box.tsx'
import { TrialWords } from './trial-words.tsx'

const FIXED = ''

/** Makes a chatbot for an instance, or changes one, with a box to try it in. */
export function ChatbotForm({
  instance,
  instanceNames,
  titleOf,
  chatbot,
  agents,
  onEnd,
}: {
  readonly instance: InstanceKey
  /** Where it may be moved, its own instance among them. */
  readonly instanceNames: readonly string[]
  readonly titleOf: (instanceName: string) => string
  /** Null for a new one. */
  readonly chatbot: Chatbot | null
  readonly agents: readonly Agent[]
  readonly onEnd: () => void
}) {
  const { data: chatbots = [] } = useChatbots()
  const [keywords, setKeywords] = useState(chatbot?.keywords ?? [])
  const [agentId, setAgentId] = useState(chatbot?.agentId ?? FIXED)
  const failed = chatbot
    ? gatewayMessages.chatbots.updateFailed
    : gatewayMessages.chatbots.createFailed
  const form = useFormSend({
    failed,
    refusalOf: (error) => failedBecause(failed, sentenceOf(error, failed)),
  })
  const fieldsIn = (data: FormData) => ({
    evolution_id: instance.gatewayId,
    instance_name: typed(data, 'instance_name') || instance.instanceName,
    keywords: [...keywords],
    reply: agentId === FIXED ? typed(data, 'reply') : null,
    agent_id: agentId === FIXED ? null : agentId,
  })
  const submit = (data: FormData) => {
    const fields = { ...fieldsIn(data), name: typed(data, 'name') }
    const checked = ChatbotBody.safeParse(fields)
    if (!checked.success) {
      form.show(byField(refusalsOf(checked.error.issues)))
      return
    }
    void form.send(async () => {
      await (chatbot ? updateChatbot(chatbot.id, fields) : createChatbot(instance, checked.data))
      toastDone(chatbot ? gatewayMessages.chatbots.updated : gatewayMessages.chatbots.created)
      onEnd()
    })
  }
  const attempt = (text: string, conversation: readonly TrialTurn[]) => {
    if (!form.formRef.current) return null
    const fields = fieldsIn(new FormData(form.formRef.current))
    const tried = { ...fields, text, conversation: [...conversation], id: chatbot?.id }
    const checked = ChatbotTrialBody.safeParse(tried)
    form.show(checked.success ? {} : byField(refusalsOf(checked.error.issues)))
    return checked.success ? tryChatbot(tried) : null
  }
  return (
    <FormDialog
      title={chatbot ? `Editar ${chatbot.name}` : 'Novo chatbot'}
      width="large"
      submit={chatbot ? 'Salvar chatbot' : 'Criar chatbot'}
      form={form}
      isUnsaved={keywords.join() === (chatbot?.keywords ?? []).join() ? undefined : true}
      aside={
        <TrialBox
          attempt={attempt}
          wordsOf={(trial) => <TrialWords trial={trial} chatbots={chatbots} agents={agents} />}
        />
      }
      onSubmit={submit}
      onClose={onEnd}
    >
      <TextField
        label="Nome"
        name="name"
        defaultValue={chatbot?.name}
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        error={form.errors.name}
      />
      {chatbot && instanceNames.length > 1 && (
        <SelectField
          label="Instância"
          name="instance_name"
          defaultValue={chatbot.instanceName}
          error={form.errors.instance_name}
        >
          {instanceNames.map((name) => (
            <option key={name} value={name}>
              {titleOf(name)}
            </option>
          ))}
        </SelectField>
      )}
      <ChipsField
        label="Palavras-chave"
        hint="Separe com Enter ou vírgula. Maiúsculas e acentos não fazem diferença."
        chips={keywords}
        maxLength={KEYWORD_MAX_LENGTH}
        error={form.errors.keywords}
        onChange={(chips) => setKeywords([...chips])}
      />
      <ResponderField
        agents={agents}
        agentId={agentId}
        error={form.errors.agent_id}
        onChoose={setAgentId}
      />
      {/* Out of sight it keeps what was typed, for whoever only looks at an assistant. */}
      <div hidden={agentId !== FIXED}>
        <TextAreaField
          label="Resposta"
          name="reply"
          rows={5}
          defaultValue={chatbot?.reply ?? ''}
          maxLength={TEXT_MAX_LENGTH}
          error={form.errors.reply}
        />
      </div>
    </FormDialog>
  )
}

/** A fixed text, or one of the assistants. */
function ResponderField({
  agents,
  agentId,
  error,
  onChoose,
}: {
  readonly agents: readonly Agent[]
  readonly agentId: string
  readonly error: string | undefined
  readonly onChoose: (agentId: string) => void
}) {
  const isListed = agentId === FIXED || agents.some(({ id }) => id === agentId)
  return (
    <SelectField
      label="Quem responde"
      value={agentId}
      error={error}
      onChange={({ target }) => onChoose(target.value)}
      hint={
        agentId !== FIXED && !canAssist
          ? 'Assistentes ainda não respondem: quem cuida do servidor precisa configurar MISTRAL_API_KEY.'
          : undefined
      }
    >
      <option value={FIXED}>Um texto fixo</option>
      {!isListed && <option value={agentId}>Assistente desconhecido</option>}
      {agents.map(({ id, name }) => (
        <option key={id} value={id}>
          O assistente {name}
        </option>
      ))}
    </SelectField>
  )
}
