import { useState } from 'react'
import type { Gateway } from '#contract/gateways/gateway.ts'
import type { GatewayInstance } from '../../api/gateways/gateway-answer.ts'
import { useGatewayVersion } from '../../api/gateways/gateways.ts'
import { basePath } from '../../page-facts.ts'
import { WideBox } from '../../ui/display/wide-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { sampleCall } from './sample-call.ts'
import styles from './sample-call-dialog.module.css'

/** How another system sends a message by an instance; its key shows only once somebody asks for it. */
export function SampleCallDialog({
  gateway,
  instance: { name, number, token },
  title,
  onClose,
}: {
  readonly gateway: Gateway
  readonly instance: GatewayInstance
  /** What the instance is called on the screen. */
  readonly title: string
  readonly onClose: () => void
}) {
  const [hasKey, setHasKey] = useState(false)
  const version = useGatewayVersion(gateway)
  const { url, isOwn } = gateway
  const apiKey = hasKey ? (token ?? gateway.apiKey) : null
  const call = sampleCall({ url, name, number, apiKey, version })
  return (
    <Dialog
      title={`Chamada de exemplo de ${title}`}
      width="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <CopyButton text={call} label="Copiar chamada" />
        </>
      }
    >
      <div className={styles.sample}>
        <p>
          Para quem programa: assim outro sistema, como uma loja virtual, envia uma mensagem por
          esta instância.{' '}
          {number
            ? 'Como está, ela vai para o próprio número da instância; troque o número e o texto.'
            : 'Troque o número e o texto.'}
        </p>
        <Switch label="Mostrar a chave" isOn={hasKey} onChange={setHasKey} />
        <WideBox label="Chamada" className={styles.call}>
          <pre>
            <code>{call}</code>
          </pre>
        </WideBox>
        <p className={styles.hint}>
          {token ? 'A chave é só desta instância.' : 'A chave é a do gateway.'} Guarde-a no servidor
          do outro sistema, nunca em uma página.
          {isOwn && (
            <>
              {' '}
              <a href={`${basePath}/docs`}>Ver todas as chamadas</a>
            </>
          )}
        </p>
      </div>
    </Dialog>
  )
}
