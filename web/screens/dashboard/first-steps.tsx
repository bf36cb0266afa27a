import { CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { DeviceStatus } from '#contract/devices/device.ts'
import { useDevices } from '../../api/devices.ts'
import { useListChoices } from '../../api/lists/list-choices.ts'
import { classNames } from '../../ui/class-names.ts'
import { StepNumber } from '../../ui/display/step-number.tsx'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import styles from './first-steps.module.css'

type Step = {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly href: string
  readonly isDone: boolean
}

/** Words for what is left, by the count of steps that are done; the last step ends them all. */
const leftWords = [
  'Três passos até a primeira mensagem.',
  'Um passo feito, faltam dois.',
  'Falta só escrever a mensagem.',
]

/** The way to the first campaign, for an account that has none yet. */
export function FirstSteps() {
  const devices = useDevices().data?.devices
  const lists = useListChoices().data
  // What is done must be known before anything is called the next step.
  if (!devices || !lists) return null
  const steps: readonly Step[] = [
    {
      title: 'Conecte o seu WhatsApp',
      text: 'Pelo código QR, como no WhatsApp Web. As mensagens saem do seu número.',
      action: 'Conectar WhatsApp',
      href: consoleRoutes.baileys,
      isDone: devices.some(({ status }) => status === DeviceStatus.connected),
    },
    {
      title: 'Traga os seus contatos',
      text: 'Importe uma planilha ou digite os primeiros.',
      action: 'Criar lista',
      href: consoleRoutes.contacts,
      isDone: lists.length > 0,
    },
    {
      title: 'Crie a primeira campanha',
      text: 'Escreva o texto, veja a prévia e escolha quando enviar.',
      action: 'Escrever campanha',
      href: consoleRoutes.newCampaign,
      isDone: false,
    },
  ]
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <Card aria-labelledby="primeiros-passos" className={styles.card}>
      <div>
        <h2 id="primeiros-passos">Primeiros passos</h2>
        <p className={styles.left}>{leftWords[steps.filter(({ isDone }) => isDone).length]}</p>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, place) => (
          <li
            key={step.title}
            aria-current={step === next ? 'step' : undefined}
            className={classNames(styles.step, step.isDone && styles.done)}
          >
            {step.isDone ? (
              <CircleCheck size={24} className={styles.check} role="img" aria-label="Feito" />
            ) : (
              <StepNumber aria-hidden>{place + 1}</StepNumber>
            )}
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
            {!step.isDone && (
              <Link href={step.href} className={buttonClass(step === next ? 'primary' : 'quiet')}>
                {step.action}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
