import { AgentBody } from '#contract/gateways/assistant.ts'
import { INSTRUCTIONS_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts'
import { createAgent, useModels } from '../../../api/assistants.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { canAssist } from '../../../page-facts.ts'
import { FormDialog, refusalsOf, typed } from '../../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../../parts/use-form-send.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { byField } from '../../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../../ui/overlays/toast.ts'

/** Makes an assistant: its name, what it is told to do, and the model it thinks with. */
export function AssistantDialog({ onEnd }: { readonly onEnd: () => void }) {
  const { data: models, error: modelsError, mutate } = useModels()
  const form = useFormSend({
    failed: gatewayMessages.assistants.createFailed,
    refusalOf: (error) =>
      failedBecause(
        gatewayMessages.assistants.createFailed,
        sentenceOf(error, gatewayMessages.assistants.createFailed),
      ),
  })
  const submit = (data: FormData) => {
    const body = {
      name: typed(data, 'name'),
      instructions: typed(data, 'instructions'),
      model: typed(data, 'model'),
    }
    const checked = AgentBody.safeParse(body)
    if (!checked.success) {
      const refusals = byField(refusalsOf(checked.error.issues))
      form.show(body.model === '' ? { ...refusals, model: 'Escolha o modelo.' } : refusals)
      return
    }
    void form.send(async () => {
      await createAgent(checked.data)
      toastDone(gatewayMessages.assistants.created)
      onEnd()
    })
  }
  return (
    <FormDialog
      title="Novo assistente"
      submit="Criar assistente"
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
      <TextAreaField
        label="Instruções"
        name="instructions"
        maxLength={INSTRUCTIONS_MAX_LENGTH}
        rows={6}
        placeholder="Você atende os clientes de uma padaria. Responda em português, em até três frases…"
        error={form.errors.instructions}
      />
      <SelectField
        label="Modelo"
        name="model"
        defaultValue=""
        hint={
          canAssist
            ? undefined
            : 'Nomes públicos do serviço: sem MISTRAL_API_KEY, ele não pode ser consultado.'
        }
        error={form.errors.model ?? modelsError?.message}
      >
        <option value="">{models || modelsError ? 'Escolha um modelo' : 'Carregando…'}</option>
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
