import { useState } from 'react'
import { type Agent, ChatbotBody } from '#contract/gateways/assistant.ts'
import { KEYWORD_MAX_LENGTH, NAME_MAX_LENGTH, TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { createChatbot, type InstanceKey } from '../../../api/assistants.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { canAssist } from '../../../page-facts.ts'
import { FormDialog, refusalsOf, typed } from '../../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../../parts/use-form-send.ts'
import { ChipsField } from '../../../ui/forms/chips-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../../ui/overlays/toast.ts'

const FIXED = ''

/** Makes a chatbot for an instance. */
export function ChatbotForm({
  instance,
  agents,
  onEnd,
}: {
  readonly instance: InstanceKey
  readonly agents: readonly Agent[]
  readonly onEnd: () => void
}) {
  const [keywords, setKeywords] = useState<readonly string[]>([])
  const [agentId, setAgentId] = useState(FIXED)
  const form = useFormSend({
    failed: gatewayMessages.chatbots.createFailed,
    refusalOf: (error) =>
      failedBecause(
        gatewayMessages.chatbots.createFailed,
        sentenceOf(error, gatewayMessages.chatbots.createFailed),
      ),
  })
  const submit = (data: FormData) => {
    const isFixed = agentId === FIXED
    const checked = ChatbotBody.safeParse({
      name: typed(data, 'name'),
      evolution_id: instance.gatewayId,
      instance_name: instance.instanceName,
      keywords: [...keywords],
      reply: isFixed ? typed(data, 'reply') : null,
      agent_id: isFixed ? null : agentId,
    })
    if (!checked.success) {
      form.show(byField(refusalsOf(checked.error.issues)))
      return
    }
    void form.send(async () => {
      await createChatbot(instance, checked.data)
      toastDone(gatewayMessages.chatbots.created)
      onEnd()
    })
  }
  return (
    <FormDialog
      title="Novo chatbot"
      submit="Criar chatbot"
      form={form}
      onSubmit={submit}
      onClose={onEnd}
    >
      <TextField
        label="Nome"
        name="name"
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        error={form.errors.name}
      />
      <ChipsField
        label="Palavras-chave"
        hint="Enter ou vírgula separa. Maiúsculas e acentos não fazem diferença."
        chips={keywords}
        maxLength={KEYWORD_MAX_LENGTH}
        error={form.errors.keywords}
        onChange={setKeywords}
      />
      <SelectField
        label="Quem responde"
        value={agentId}
        error={form.errors.agent_id}
        onChange={({ target }) => setAgentId(target.value)}
        hint={
          agentId !== FIXED && !canAssist
            ? 'Sem MISTRAL_API_KEY neste servidor, assistentes ainda não respondem.'
            : undefined
        }
      >
        <option value={FIXED}>Um texto fixo</option>
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            O assistente {name}
          </option>
        ))}
      </SelectField>
      {agentId === FIXED && (
        <TextAreaField
          label="Resposta"
          name="reply"
          maxLength={TEXT_MAX_LENGTH}
          error={form.errors.reply}
        />
      )}
    </FormDialog>
  )
}
