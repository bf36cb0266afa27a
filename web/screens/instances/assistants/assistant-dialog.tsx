import { useState } from 'react'
import { type Agent, AgentBody } from '#contract/gateways/assistant.ts'
import { AgentTrialBody } from '#contract/gateways/bot-trial.ts'
import { INSTRUCTIONS_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts'
import { createAgent, updateAgent, useModels } from '../../../api/assistants.ts'
import { tryAgent } from '../../../api/bots.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { canAssist } from '../../../page-facts.ts'
import { FormDialog, refusalsOf, typed } from '../../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../../parts/use-form-send.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../../ui/overlays/toast.ts'
import { TrialBox, type TrialTurn } from './trial-box.tsx'

/** Makes an assistant or changes one: its name, its instructions and its model, and a box to try it. */
export function AssistantDialog({
  agent,
  onEnd,
}: {
  /** Null for a new one. */
  readonly agent: Agent | null
  readonly onEnd: () => void
}) {
  const { data: models, error: modelsError, mutate } = useModels()
  // Held here: its option may come, and move, after the form.
  const [model, setModel] = useState(agent?.model ?? '')
  const failed = agent
    ? gatewayMessages.assistants.updateFailed
    : gatewayMessages.assistants.createFailed
  const form = useFormSend({
    failed,
    refusalOf: (error) => failedBecause(failed, sentenceOf(error, failed)),
  })
  const show = (issues: Parameters<typeof refusalsOf>[0], chosen: string) => {
    const refusals = byField(refusalsOf(issues))
    form.show(chosen === '' ? { ...refusals, model: 'Escolha o modelo.' } : refusals)
  }
  const submit = (data: FormData) => {
    const body = { ...promptIn(data), name: typed(data, 'name') }
    const checked = AgentBody.safeParse(body)
    if (!checked.success) {
      show(checked.error.issues, body.model)
      return
    }
    void form.send(async () => {
      await (agent ? updateAgent(agent.id, checked.data) : createAgent(checked.data))
      toastDone(agent ? gatewayMessages.assistants.updated : gatewayMessages.assistants.created)
      onEnd()
    })
  }
  const attempt = (text: string, conversation: readonly TrialTurn[]) => {
    if (!form.formRef.current) return null
    const tried = {
      ...promptIn(new FormData(form.formRef.current)),
      text,
      conversation: [...conversation],
    }
    const checked = AgentTrialBody.safeParse(tried)
    if (checked.success) form.show({})
    else show(checked.error.issues, tried.model)
    return checked.success ? tryAgent(checked.data) : null
  }
  return (
    <FormDialog
      title={agent ? `Editar ${agent.name}` : 'Novo assistente'}
      width="large"
      submit={agent ? 'Salvar assistente' : 'Criar assistente'}
      form={form}
      aside={<TrialBox attempt={attempt} wordsOf={() => null} />}
      onSubmit={submit}
      onClose={onEnd}
    >
      <TextField
        label="Nome"
        name="name"
        defaultValue={agent?.name}
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        error={form.errors.name}
      />
      <TextAreaField
        label="Instruções"
        name="instructions"
        defaultValue={agent?.instructions}
        maxLength={INSTRUCTIONS_MAX_LENGTH}
        rows={8}
        placeholder="Você atende os clientes de uma padaria. Responda em português, em até três frases…"
        error={form.errors.instructions}
      />
      <SelectField
        label="Modelo"
        name="model"
        value={model}
        onChange={({ target }) => setModel(target.value)}
        hint={
          canAssist
            ? undefined
            : 'Os nomes que o serviço publica. Sem a chave dele neste servidor, não dá para conferir quais estão disponíveis.'
        }
        error={form.errors.model ?? modelsError?.message}
      >
        <option value="">{models || modelsError ? 'Escolha um modelo' : 'Carregando…'}</option>
        {model !== '' && !models?.some(({ id }) => id === model) && (
          <option value={model}>{model}</option>
        )}
        {models?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name === id ? name : `${name} (${id})`}
          </option>
        ))}
      </SelectField>
      {modelsError && !models && (
        <Button onClick={() => void mutate()}>Tentar carregar os modelos novamente</Button>
      )}
    </FormDialog>
  )
}

/** What an assistant thinks with. */
function promptIn(data: FormData) {
  return { instructions: typed(data, 'instructions'), model: typed(data, 'model') }
}
