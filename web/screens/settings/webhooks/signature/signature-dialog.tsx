import { CodeBlock } from '../../../../parts/deliveries/code-block.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Tabs } from '../../../../ui/page/tabs.tsx'
import styles from '../webhooks-tab.module.css'
import { signatureSamples } from './signature-samples.ts'

/** How the receiver of a webhook knows that an event came from here. */
export function SignatureDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Conferir a assinatura"
      width="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <div className={styles.test}>
        <p className={styles.explained}>
          Cada aviso vai assinado, no padrão Standard Webhooks: <code>webhook-signature</code> é o
          HMAC-SHA256 de <code>webhook-id</code>, <code>webhook-timestamp</code> e o corpo como
          chegou, unidos por pontos. Recuse o que não confere, e o que tem mais de 5 minutos. Um
          aviso que chega duas vezes tem o mesmo <code>webhook-id</code>.
        </p>
        <Tabs
          label="Linguagem"
          tabs={signatureSamples.map(({ name, about, code }) => ({
            name,
            content: (
              <div className={styles.test}>
                <p className={styles.explained}>{about}</p>
                <CodeBlock label={name} text={code} />
              </div>
            ),
          }))}
        />
      </div>
    </Dialog>
  )
}
