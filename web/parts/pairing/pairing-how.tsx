import { StepNumber } from '../../ui/display/step-number.tsx'
import styles from './pairing-how.module.css'

const START = [
  'No celular, abra o WhatsApp.',
  'Toque em Aparelhos conectados e em Conectar um aparelho.',
] as const

/** What to do on the phone, and what helps where it takes long. */
export function PairingHow({
  isTyped,
}: {
  /** There is a code to type rather than a QR code. */
  readonly isTyped: boolean
}) {
  const end = isTyped
    ? 'Toque em Conectar com número de telefone e digite o código.'
    : 'Aponte a câmera para o código.'
  return (
    <div className={styles.how}>
      <ol className={styles.steps}>
        {[...START, end].map((step, index) => (
          <li key={step}>
            <StepNumber aria-hidden>{index + 1}</StepNumber>
            {step}
          </li>
        ))}
      </ol>
      <details className={styles.slow}>
        <summary>Está demorando?</summary>
        <ul>
          <li>Confira se o celular está com internet e com o WhatsApp atualizado.</li>
          {isTyped ? (
            <li>Confira se o código é deste número, e digite as oito letras e números.</li>
          ) : (
            <li>
              O código muda sozinho: leia sempre o que está na tela. Se a câmera não o lê, amplie-o
              ou conecte com um código de letras.
            </li>
          )}
          <li>Quatro aparelhos já conectados? Desconecte um no WhatsApp do celular.</li>
        </ul>
      </details>
    </div>
  )
}
