import { useState } from 'react'
import type { Device } from '#contract/devices/device.ts'
import { DeviceSettingsBody } from '#contract/devices/device-settings.ts'
import { WARM_UP_FIRST_DAY } from '#contract/limits.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { changeDevice } from '../../api/devices.ts'
import { messages } from '../../messages.ts'
import { deviceName } from '../../parts/device-name.ts'
import { FormDialog, refusalsOf, typed } from '../../parts/form-dialog.tsx'
import { useFormSend } from '../../parts/use-form-send.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { byField } from '../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../ui/overlays/toast.ts'
import styles from './connections-screen.module.css'

/** The name of a device, and how many new people a day it writes to. */
export function DeviceSettingsDialog({
  device,
  onClose,
}: {
  readonly device: Device
  readonly onClose: () => void
}) {
  const { limits } = device.standing
  const [isWarmingUp, setIsWarmingUp] = useState(limits?.isWarmingUp ?? false)
  const { errors, formRef, show, isSending, refusal, send } = useFormSend({
    failed: messages.connections.settingsFailed,
    refusalOf: (error) => sentenceOf(error, messages.connections.settingsFailed),
  })
  const submit = async (data: FormData) => {
    const limit = typed(data, 'limite_diario')
    const settings = DeviceSettingsBody.safeDecode({
      connection_name: typed(data, 'connection_name'),
      limite_diario: limit === '' ? null : Number(limit),
      aquecimento: isWarmingUp,
    })
    if (!settings.success) {
      show(byField(refusalsOf(settings.error.issues)))
      return
    }
    await send(async () => {
      await changeDevice(device.deviceId, settings.data)
      toastDone(messages.connections.settingsSaved)
      onClose()
    })
  }
  return (
    <FormDialog
      title={`Nome e limites de ${deviceName(device)}`}
      width="small"
      submit="Salvar"
      form={{ formRef, isSending, refusal }}
      onSubmit={(data) => void submit(data)}
      onClose={onClose}
    >
      <TextField
        label="Nome da conexão"
        name="connection_name"
        autoComplete="off"
        defaultValue={device.connectionName}
        error={errors.connection_name}
      />
      <TextField
        label="Pessoas novas por dia"
        name="limite_diario"
        inputMode="numeric"
        autoComplete="off"
        placeholder="Sem limite"
        defaultValue={limits?.dailyLimit ?? ''}
        error={errors.limite_diario}
        hint="Primeiras mensagens de campanhas em 24 horas. Quem já recebeu deste número não conta."
      />
      <div>
        <Switch label="Aquecer este número" isOn={isWarmingUp} onChange={setIsWarmingUp} />
        <p className={styles.hint}>
          Começa com {WARM_UP_FIRST_DAY} pessoas novas por dia e cresce um quarto a cada dia de
          envio sem recusa; uma recusa corta pela metade. Se também houver um limite, vale o menor
          dos dois. É uma regra prática: o WhatsApp não diz os limites dele.
        </p>
      </div>
    </FormDialog>
  )
}
