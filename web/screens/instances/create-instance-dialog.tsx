import { useState } from 'react'
import { type Gateway, HttpUrl, InstanceName } from '#contract/gateways/gateway.ts'
import { GATEWAY_KEY_MAX_LENGTH, NAME_MAX_LENGTH } from '#contract/limits.ts'
import { gatewaySentence } from '../../api/gateways/gateways.ts'
import {
  createInstance,
  type InstanceNumber,
  type NewInstance,
} from '../../api/gateways/instances.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { FormDialog, typed } from '../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../parts/use-form-send.ts'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import type { FieldErrors } from '../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../ui/overlays/toast.ts'
import { nameOf } from './gateway-bar.tsx'

/** Makes an instance at a gateway; its code comes next. */
export function CreateInstanceDialog({
  gateways,
  chosen,
  onCreated,
  onClose,
}: {
  readonly gateways: readonly Gateway[]
  readonly chosen: Gateway
  readonly onCreated: (gateway: Gateway, pairing: InstanceNumber) => void
  readonly onClose: () => void
}) {
  const [gatewayId, setGatewayId] = useState(chosen.id)
  /** Null until somebody types another one than the gateway's. */
  const [webhook, setWebhook] = useState<string | null>(null)
  const gateway = gateways.find(({ id }) => id === gatewayId)
  const form = useFormSend({
    failed: gatewayMessages.gateway.createFailed,
    refusalOf: (error) =>
      failedBecause(
        gatewayMessages.gateway.createFailed,
        gatewaySentence(error, gateway ?? chosen),
      ),
  })

  const submit = (data: FormData) => {
    const number = typed(data, 'number').replace(/[\s()+-]/g, '')
    const body = {
      instanceName: typed(data, 'instanceName'),
      token: typed(data, 'token'),
      number,
      webhook: typed(data, 'webhook'),
    }
    const errors = refusalsOf(body, gateway)
    form.show(errors)
    if (!gateway || Object.keys(errors).length > 0) return
    void form.send(async () => {
      const code = await createInstance(gateway.id, givenOnly(body))
      toastDone(gatewayMessages.gateway.created)
      const byCode = number !== '' && (code.kind !== 'code' || code.pairingCode !== null)
      onCreated(gateway, {
        gatewayId: gateway.id,
        name: body.instanceName,
        number: byCode ? number : null,
      })
    })
  }

  return (
    <FormDialog
      title="Nova instância"
      submit="Criar instância"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Gateway"
        name="evolutionId"
        value={gatewayId}
        error={form.errors.evolutionId}
        onChange={({ target }) => setGatewayId(target.value)}
      >
        <option value="">Selecione</option>
        {gateways.map((each) => (
          <option key={each.id} value={each.id}>
            {nameOf(each)}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Nome da instância"
        name="instanceName"
        autoComplete="off"
        maxLength={NAME_MAX_LENGTH}
        hint="Letras, números, hífen e sublinhado funcionam em qualquer gateway."
        error={form.errors.instanceName}
      />
      <TextField
        label="Token (opcional)"
        name="token"
        autoComplete="off"
        maxLength={GATEWAY_KEY_MAX_LENGTH}
        hint="A chave só desta instância. Vazio: o gateway cria uma."
        error={form.errors.token}
      />
      <TextField
        label="Número (opcional)"
        name="number"
        type="tel"
        autoComplete="off"
        placeholder="5561999990000"
        hint="Com país e DDD. Com ele vem também um código para digitar no celular."
        error={form.errors.number}
      />
      <TextField
        label={gateway?.isOwn ? 'Webhook (opcional)' : 'Webhook'}
        name="webhook"
        type="url"
        autoComplete="off"
        value={webhook ?? (gateway && !gateway.isOwn ? gateway.webhookUrl : '')}
        onChange={({ target }) => setWebhook(target.value)}
        hint={
          gateway?.isOwn
            ? 'As mensagens já chegam a este servidor. Informe um endereço para avisar outro sistema também.'
            : 'O endereço deste servidor que recebe as mensagens da instância.'
        }
        error={form.errors.webhook}
      />
    </FormDialog>
  )
}

type Typed = Record<'instanceName' | 'token' | 'number' | 'webhook', string>

function refusalsOf(body: Typed, gateway: Gateway | undefined): FieldErrors {
  const name = InstanceName.safeParse(body.instanceName).error?.issues[0]?.message
  const url = body.webhook === '' ? undefined : HttpUrl.safeParse(body.webhook).error
  return {
    ...(gateway ? {} : { evolutionId: gatewayMessages.gateway.invalid }),
    ...(name ? { instanceName: name } : {}),
    ...(/^[\x21-\x7e]*$/.test(body.token) ? {} : { token: 'O token tem caracteres inválidos.' }),
    ...(/^\d{0,20}$/.test(body.number) ? {} : { number: 'Informe o número só com dígitos.' }),
    ...(url
      ? { webhook: url.issues[0]?.message ?? gatewayMessages.gateway.webhookUrlRequired }
      : {}),
  }
}

function givenOnly({ instanceName, token, number, webhook }: Typed): NewInstance {
  return {
    instanceName,
    ...(token ? { token } : {}),
    ...(number ? { number } : {}),
    ...(webhook ? { webhook: { url: webhook } } : {}),
  }
}
