import { Tabs } from '../../ui/page/tabs.tsx'
import { CodeBlock } from '../deliveries/code-block.tsx'
import styles from './signature.module.css'
import { signatureSamples } from './signature-samples.ts'

/** How the receiver of a webhook knows that an event came from here, and just now. */
export function SignatureCode() {
  return (
    <div className={styles.parts}>
      <p>A assinatura prova ao seu sistema que o aviso veio daqui.</p>
      <p className={styles.explained}>
        Cada tentativa vai assinada, no padrão Standard Webhooks: <code>webhook-signature</code> é o
        HMAC-SHA256 de <code>webhook-id</code>, <code>webhook-timestamp</code> e o corpo como
        chegou, unidos por pontos. Recuse o que não confere, e o que tem mais de 5 minutos. Um aviso
        que chega duas vezes tem o mesmo <code>webhook-id</code>.
      </p>
      <div className={styles.languages}>
        <Tabs
          label="Linguagem"
          tabs={signatureSamples.map(({ name, about, code }) => ({
            name,
            content: (
              <div className={styles.parts}>
                <p className={styles.explained}>{about}</p>
                <CodeBlock label={name} text={code} />
              </div>
            ),
          }))}
        />
      </div>
    </div>
  )
}
