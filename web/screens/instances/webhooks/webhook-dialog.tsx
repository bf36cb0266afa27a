import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { webhookEvents } from '#contract/gateways/evolution-webhook.ts'
import { type Gateway, HttpUrl } from '#contract/gateways/gateway.ts'
import type { WebhookSetting } from '../../../api/gateways/gateway-answer.ts'
import { gatewaySentence } from '../../../api/gateways/gateways.ts'
import { setWebhook, useWebhook } from '../../../api/gateways/instances.ts'
import { bringsMessages, MESSAGES_EVENT } from '../../../api/gateways/webhook-watch.ts'
import { gatewayMessages } from '../../../gateway-messages.ts'
import { FormDialog, typed } from '../../../parts/form-dialog.tsx'
import { failedBecause, useFormSend } from '../../../parts/use-form-send.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { ErrorState } from '../../../ui/display/states.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { toastDone } from '../../../ui/overlays/toast.ts'
import { EventFields } from './event-fields.tsx'
import { InstanceSignatureDialog } from './instance-signature-dialog.tsx'
import styles from './webhook-dialog.module.css'

type Switches = Pick<WebhookSetting, 'isEnabled' | 'byEvents' | 'withMedia'>

type Props = {
  readonly gateway: Gateway
  readonly name: string
  /** What the instance is called on the screen. */
  readonly title: string
  /** Called once the webhook is saved, to say so and offer the test. */
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** Where a gateway posts the messages of an instance. */
export function WebhookDialog({ gateway, name, title, onSaved, onClose }: Props) {
  const { setting, error, mutate } = useWebhook(gateway.id, name)
  const [turned, setTurned] = useState<Partial<Switches>>({})
  const form = useFormSend({
    failed: gatewayMessages.gateway.webhookFailed,
    refusalOf: (failure) =>
      failedBecause(gatewayMessages.gateway.webhookFailed, gatewaySentence(failure, gateway)),
  })
  const [picked, setPicked] = useState<readonly string[]>()
  const [isSigning, setIsSigning] = useState(false)
  const { isEnabled = true, byEvents = false, withMedia = true } = setting ?? {}
  const switches = { isEnabled, byEvents, withMedia, ...turned }
  const events = picked ?? eventsOf(setting ?? null)
  const submit = (data: FormData) => {
    const url = typed(data, 'url')
    const refused = url === '' ? null : HttpUrl.safeParse(url).error?.issues[0]?.message
    if (url === '' || refused) {
      form.show({ url: refused ?? gatewayMessages.gateway.webhookUrlRequired })
      return
    }
    // No event at all would mean every one of them.
    if (switches.isEnabled && events.length === 0) {
      form.show({ events: gatewayMessages.gateway.webhookEventRequired })
      return
    }
    void form.send(async () => {
      await setWebhook(gateway.id, name, { url, ...switches, events })
      // Another gateway's can't be tried out from here, nor one that is switched off.
      if (gateway.isOwn && switches.isEnabled) onSaved(name)
      else toastDone(gatewayMessages.gateway.webhookSet)
      onClose()
    })
  }
  return (
    <>
      <FormDialog
        title={titleOf(title)}
        submit="Salvar webhook"
        form={form}
        isWaiting={setting === undefined}
        isUnsaved={picked || Object.keys(turned).length > 0 ? true : undefined}
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
            <EventFields
              isOwn={gateway.isOwn}
              chosen={events}
              error={events.length === 0 ? form.errors.events : undefined}
              onChange={setPicked}
            />
            {gateway.isOwn && (
              <Button
                look="quiet"
                icon={ShieldCheck}
                className={styles.signature}
                onClick={() => setIsSigning(true)}
              >
                Assinatura, e o código que a confere
              </Button>
            )}
            {!gateway.isOwn && !bringsMessages(events) && (
              <Notice tone="warn">{gatewayMessages.gateway.webhookDeaf}</Notice>
            )}
          </>
        )}
      </FormDialog>
      {isSigning && <InstanceSignatureDialog name={name} onClose={() => setIsSigning(false)} />}
    </>
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

/** The events of the present setting; one that is switched off and names none does not count. */
function eventsOf(setting: WebhookSetting | null): readonly string[] {
  if (setting === null || (!setting.isEnabled && setting.events.length === 0)) {
    return [MESSAGES_EVENT]
  }
  // Gateways that name no events send all of them.
  return setting.events.length === 0 ? webhookEvents : setting.events
}

function titleOf(name: string): string {
  return `Webhook de ${name}`
}
