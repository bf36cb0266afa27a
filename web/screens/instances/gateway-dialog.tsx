import { type Gateway, GatewayBody } from '#contract/gateways/gateway.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { registerGateway } from '../../api/gateways/gateways.ts'
import { gatewayMessages } from '../../gateway-messages.ts'
import { FormDialog, refusalsOf, typed } from '../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../parts/use-form-send.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { byField } from '../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../ui/overlays/toast.ts'

/** Registers another gateway by its address and key. */
export function GatewayDialog({
  onRegistered,
  onClose,
}: {
  readonly onRegistered: (gateway: Gateway) => void
  readonly onClose: () => void
}) {
  const form = useFormSend({
    failed: gatewayMessages.gateway.registerFailed,
    refusalOf: (error) =>
      failedBecause(
        gatewayMessages.gateway.registerFailed,
        sentenceOf(error, gatewayMessages.gateway.registerFailed),
      ),
  })
  const submit = (data: FormData) => {
    const body = { url: typed(data, 'url'), apikey: typed(data, 'apikey') }
    const checked = GatewayBody.safeParse(body)
    if (!checked.success) {
      form.show(byField(refusalsOf(checked.error.issues)))
      return
    }
    void form.send(async () => {
      const gateway = await registerGateway(checked.data)
      toastDone(gatewayMessages.gateway.registered)
      onRegistered(gateway)
    })
  }
  return (
    <FormDialog
      title="Cadastrar gateway"
      submit="Cadastrar"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="URL"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://evolution.exemplo.com.br"
        hint="O endereço do seu servidor Evolution API, como este servidor o alcança."
        error={form.errors.url}
      />
      <TextField
        label="API Key"
        name="apikey"
        type="password"
        autoComplete="off"
        hint="A chave global do servidor (AUTHENTICATION_API_KEY)."
        error={form.errors.apikey}
      />
    </FormDialog>
  )
}
