import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { type Device, DeviceStatus } from '#contract/devices/device.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { useDevices } from '../../../api/devices.ts'
import { formatPhone } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { deviceName } from '../../../parts/device-name.ts'
import { deviceStatusWords } from '../../../parts/device-status-badge.tsx'
import { PartFailure } from '../../../ui/display/part-failure.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import styles from './fields.module.css'
import { Section } from './section.tsx'
import type { SectionProps, StepProps } from './section-props.ts'

/** What the campaign is called, and which phone sends it. */
export function BasicSection({ draft, change, errors, isDone }: StepProps) {
  return (
    <Section number={1} title="Básico" isDone={isDone}>
      <div className={styles.pair}>
        <TextField
          label="Nome da campanha"
          name="name"
          value={draft.name}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
          required
          error={errors.name}
          hint="Só você vê este nome."
          onChange={({ target }) => change({ name: target.value })}
        />
        <Connection draft={draft} change={change} errors={errors} />
      </div>
    </Section>
  )
}

function Connection({ draft, change, errors }: SectionProps) {
  const { data, error, mutate } = useDevices()
  const devices = data?.devices
  const chosen = devices?.find(({ deviceId }) => deviceId === draft.deviceId)
  if (error && !devices) {
    return (
      <div className={styles.unread}>
        <p>Conexão WhatsApp</p>
        <PartFailure
          sentence={messages.connections.loadFailed}
          detail={error.message}
          onRetry={() => mutate()}
        />
      </div>
    )
  }
  return (
    <SelectField
      label="Conexão WhatsApp"
      className={chosen ? undefined : styles.unchosen}
      name="device_id"
      value={chosen?.deviceId ?? ''}
      required
      aria-busy={!devices || undefined}
      error={errors.device_id}
      hint={devices && hintOf({ devices, draft, chosen })}
      onChange={({ target }) => change({ deviceId: target.value })}
    >
      <option value="">{devices ? 'Escolha uma conexão' : 'Carregando…'}</option>
      {devices?.map((device) => (
        <option key={device.deviceId} value={device.deviceId}>
          {optionOf(device)}
        </option>
      ))}
    </SelectField>
  )
}

function optionOf(device: Device): string {
  return `${deviceName(device)} · ${deviceStatusWords(device.status)}`
}

function hintOf({
  devices,
  draft,
  chosen,
}: {
  readonly devices: readonly Device[]
  readonly draft: SectionProps['draft']
  readonly chosen: Device | undefined
}) {
  if (devices.length === 0) {
    return (
      <>
        Nenhuma conexão ainda. <Link href={consoleRoutes.baileys}>Conectar WhatsApp</Link>
      </>
    )
  }
  if (!chosen) return draft.deviceId === '' ? null : 'A conexão usada antes não existe mais.'
  const isReady = chosen.status === DeviceStatus.connected
  const words = [
    chosen.phone && !deviceName(chosen).includes(chosen.phone) && formatPhone(chosen.phone),
    !isReady && 'A campanha espera até esta conexão voltar.',
  ]
  return words.filter(Boolean).join(' · ')
}
