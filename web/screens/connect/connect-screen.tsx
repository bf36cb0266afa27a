import { CalendarClock, KeyRound, QrCode, ShieldCheck, Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { DeviceStatus } from '#contract/devices/device.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import type { DevicePairing } from '../../api/pairing.ts'
import { formatPhone } from '../../format.ts'
import { messages } from '../../messages.ts'
import { typed } from '../../parts/form-dialog.tsx'
import { DevicePairingDialog } from '../../parts/pairing/device-pairing-dialog.tsx'
import { PairingStatusBadge } from '../../parts/pairing/pairing-status-badge.tsx'
import { StepNumber } from '../../ui/display/step-number.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { useFormErrors } from '../../ui/forms/use-form-errors.ts'
import { Card } from '../../ui/page/card.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import styles from './connect-screen.module.css'
import { accountDigits, BRAZIL, countries } from './countries.ts'

const steps = [
  {
    title: 'Diga qual é o número',
    text: 'O número do WhatsApp que vai enviar as campanhas, com DDD.',
  },
  {
    title: 'Abra o WhatsApp nesse celular',
    text: (
      <>
        No Android, toque em <b>⋮</b>; no iPhone, em <b>Configurações</b>. Depois, em{' '}
        <b>Aparelhos conectados</b> e <b>Conectar um aparelho</b>.
      </>
    ),
  },
  {
    title: 'Leia o código QR, ou digite o de letras',
    text: (
      <>
        Aponte a câmera, ou escolha <b>Conectar com número de telefone</b>. Em poucos segundos a
        conexão aparece em Conexões.
      </>
    ),
  },
] as const

const facts = [
  {
    icon: ShieldCheck,
    text: 'O WhatsApp do celular continua como está. A conexão aparece nele em Aparelhos conectados, e dali você a desfaz quando quiser.',
  },
  {
    icon: CalendarClock,
    text: 'Abra o WhatsApp do celular pelo menos uma vez a cada 14 dias: sem isso ele desfaz a conexão.',
  },
] as const

const ways = [
  { by: 'qr', icon: QrCode, label: 'Gerar QR Code' },
  { by: 'code', icon: KeyRound, label: 'Conectar com código' },
] as const

/** Connects a WhatsApp account, by QR or by a code. */
export function ConnectScreen() {
  const [, navigate] = useLocation()
  const [request, setRequest] = useState<DevicePairing | null>(null)
  const [status, setStatus] = useState<DeviceStatus>(DeviceStatus.disconnected)
  const [country, setCountry] = useState<string>(BRAZIL)
  const [whole, setWhole] = useState<string | null>(null)
  const { errors, formRef, show } = useFormErrors()
  // A phone cannot read a QR code on its own screen.
  const isPhone = useIsNarrow()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const deviceId = digitsIn(form)
    if (deviceId === null) {
      show({ number: messages.connect.phoneRequired })
      return
    }
    show({})
    const { nativeEvent } = event
    const pressed = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
    const withCode = pressed?.getAttribute('value') === 'code'
    setRequest({ deviceId, connectionName: typed(form, 'name'), withCode })
  }

  return (
    <Page
      title="Conectar WhatsApp"
      actions={<PairingStatusBadge status={status} isTyped={request?.withCode ?? false} />}
    >
      <div className={styles.columns}>
        <Card aria-label="Dados da conexão">
          <form
            ref={formRef}
            className={styles.form}
            noValidate
            onInput={({ currentTarget }) => setWhole(digitsIn(new FormData(currentTarget)))}
            onSubmit={submit}
          >
            <TextField
              label="Nome da conexão"
              name="name"
              maxLength={NAME_MAX_LENGTH}
              autoComplete="off"
              placeholder="Loja, clínica, atendimento"
              hint="Para você reconhecer. Em branco, fica “Conexão de” e o número."
            />
            <div className={styles.number}>
              <SelectField
                label="País"
                name="country"
                value={country}
                onChange={({ target }) => setCountry(target.value)}
              >
                {countries.map(({ name, code }) => (
                  <option key={code} value={code}>
                    {name} (+{code})
                  </option>
                ))}
              </SelectField>
              <TextField
                label={country === BRAZIL ? 'DDD' : 'Código de área'}
                name="area"
                inputMode="numeric"
                autoComplete="tel-area-code"
                maxLength={6}
                placeholder={country === BRAZIL ? '61' : ''}
              />
              <TextField
                className={styles.digits}
                label="Número"
                name="number"
                type="tel"
                autoComplete="tel-local"
                maxLength={24}
                placeholder={country === BRAZIL ? '99999-0000' : ''}
                error={errors.number}
              />
            </div>
            <p role="status" className={styles.whole}>
              {whole !== null && (
                <>
                  <Smartphone size={16} aria-hidden />
                  <span>
                    O número a conectar é <b>{formatPhone(whole)}</b>
                  </span>
                </>
              )}
            </p>
            <div className={styles.ways}>
              <div className={styles.actions}>
                {(isPhone ? [...ways].reverse() : ways).map(({ by, icon, label }, place) => (
                  <Button
                    key={by}
                    type="submit"
                    name="by"
                    value={by}
                    look={place === 0 ? 'primary' : 'plain'}
                    icon={icon}
                  >
                    {label}
                  </Button>
                ))}
              </div>
              <p>
                Esta página está aberta no próprio celular, ou ele está sem câmera? Com código,
                bastam oito letras e números digitados no WhatsApp.
              </p>
            </div>
          </form>
        </Card>
        <div className={styles.guide}>
          <ol className={styles.steps}>
            {steps.map(({ title, text }, index) => (
              <li key={title}>
                <StepNumber aria-hidden>{index + 1}</StepNumber>
                <div>
                  <h2>{title}</h2>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <ul className={styles.facts} aria-label="Bom saber">
            {facts.map(({ icon: Icon, text }) => (
              <li key={text}>
                <Icon size={16} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </div>
      {request && (
        <DevicePairingDialog
          request={request}
          onStatus={setStatus}
          onConnected={() => navigate(consoleRoutes.connections, { state: request.deviceId })}
          onClose={() => {
            setRequest(null)
            setStatus(DeviceStatus.disconnected)
          }}
        />
      )}
    </Page>
  )
}

/** The number in the fields as WhatsApp knows it; null while it is none yet. */
function digitsIn(form: FormData): string | null {
  return accountDigits({
    country: typed(form, 'country'),
    area: typed(form, 'area'),
    number: typed(form, 'number'),
  })
}
