import { useState } from 'react'
import { type Gateway, HttpUrl } from '#contract/gateways/gateway.ts'
import type { WebhookSetting } from '../../../api/gateways/gateway-answer.ts'
import { gatewaySentence } from '../../../api/gateways/gateways.ts'
import { setWebhook, useWebhook } from '../../../api/gateways/instances.ts'
import { repairedWebhook } from '../../../api/gateways/webhook-watch.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { FormDialog, typed } from '../../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../../parts/use-form-send.ts'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../ui/display/states.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toastDone } from '../../../ui/overlays/toast.ts'
import styles from './webhook-dialog.module.css'

type Switches = Pick<WebhookSetting, 'isEnabled' | 'byEvents' | 'withMedia'>

type Props = {
  readonly gateway: Gateway
  readonly name: string
  /** What the instance is called on the screen. */
  readonly title: string
  readonly onClose: () => void
}

/** Where a gateway posts the messages of an instance. */
export function WebhookDialog({ gateway, name, title, onClose }: Props) {
  const { setting, error, mutate } = useWebhook(gateway.id, name)
  const [turned, setTurned] = useState<Partial<Switches>>({})
  const form = useFormSend({
    failed: gatewayMessages.gateway.webhookFailed,
    refusalOf: (failure) =>
      failedBecause(gatewayMessages.gateway.webhookFailed, gatewaySentence(failure, gateway)),
  })
  const initial = repairedWebhook(setting ?? null, gateway.webhookUrl)
  const { isEnabled = true, byEvents = false, withMedia = true } = setting ?? {}
  const switches = { isEnabled, byEvents, withMedia, ...turned }
  const events = [...new Set([...(setting?.events ?? []), ...initial.events])]
  const submit = (data: FormData) => {
    const url = typed(data, 'url')
    const refused = url === '' ? null : HttpUrl.safeParse(url).error?.issues[0]?.message
    if (url === '' || refused) {
      form.show({ url: refused ?? gatewayMessages.gateway.webhookUrlRequired })
      return
    }
    void form.send(async () => {
      await setWebhook(gateway.id, name, { url, ...switches, events })
      toastDone(gatewayMessages.gateway.webhookSet)
      onClose()
    })
  }
  return (
    <FormDialog
      title={titleOf(title)}
      submit="Salvar webhook"
      form={form}
      isWaiting={setting === undefined}
      isUnsaved={Object.keys(turned).length > 0 ? true : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {setting === undefined && error && (
        <ErrorState
          title="Não foi possível ler o webhook desta instância."
          detail={gatewaySentence(error, gateway) ?? undefined}
          onRetry={() => void mutate()}
        />
      )}
      {setting === undefined && !error && (
        <Loading className={styles.waiting}>
          <Skeleton width="30%" />
          <Skeleton height="40px" />
          <Skeleton width="50%" height="40px" />
          <Skeleton width="50%" height="40px" />
        </Loading>
      )}
      {setting !== undefined && (
        <>
          <TextField
            label="URL"
            name="url"
            type="url"
            autoComplete="off"
            defaultValue={setting?.url ?? gateway.webhookUrl}
            hint={
              gateway.isOwn
                ? 'As mensagens já chegam a este servidor por si. Troque pelo endereço de outro sistema para avisá-lo também.'
                : `O endereço que traz as mensagens para cá: ${gateway.webhookUrl}`
            }
            error={form.errors.url ?? form.errors['webhook.url']}
          />
          <SwitchFields
            switches={switches}
            onChange={(changed) => setTurned({ ...turned, ...changed })}
          />
          <div className={styles.events}>
            <p>Eventos</p>
            <ul>
              {events.map((event) => (
                <li key={event}>{event}</li>
              ))}
            </ul>
          </div>
        </>
      )}
    </FormDialog>
  )
}

function SwitchFields({
  switches: { isEnabled, byEvents, withMedia },
  onChange,
}: {
  readonly switches: Switches
  readonly onChange: (changed: Partial<Switches>) => void
}) {
  return (
    <div className={styles.switches}>
      <Switch label="Ativo" isOn={isEnabled} onChange={(isOn) => onChange({ isEnabled: isOn })} />
      <Switch
        label="Um endereço por tipo de evento"
        isOn={byEvents}
        onChange={(isOn) => onChange({ byEvents: isOn })}
      />
      <Switch
        label="Enviar as mídias junto"
        isOn={withMedia}
        onChange={(isOn) => onChange({ withMedia: isOn })}
      />
    </div>
  )
}

function titleOf(name: string): string {
  return `Webhook de ${name}`
}
