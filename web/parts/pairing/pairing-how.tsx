import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { StepNumber } from '../../ui/display/step-number.tsx'
import styles from './pairing-how.module.css'

/** The words of WhatsApp's own menus stand out: they are what is looked for on the phone. */
const start: readonly { readonly key: string; readonly words: ReactNode }[] = [
  { key: 'open', words: 'No celular, abra o WhatsApp.' },
  {
    key: 'menu',
    words: (
      <>
        No Android, toque em <b>⋮</b> no alto; no iPhone, em <b>Configurações</b>.
      </>
    ),
  },
  {
    key: 'devices',
    words: (
      <>
        Toque em <b>Aparelhos conectados</b> e em <b>Conectar um aparelho</b>.
      </>
    ),
  },
]

/** What to do on the phone, and what helps where it takes long. */
export function PairingHow({
  isTyped,
}: {
  /** There is a code to type rather than a QR code. */
  readonly isTyped: boolean
}) {
  const end = isTyped ? (
    <>
      Toque em <b>Conectar com número de telefone</b> e digite o código.
    </>
  ) : (
    'Aponte a câmera para o código.'
  )
  return (
    <div className={styles.how}>
      <ol className={styles.steps}>
        {[...start, { key: 'end', words: end }].map(({ key, words }, index) => (
          <li key={key}>
            <StepNumber aria-hidden>{index + 1}</StepNumber>
            <span>{words}</span>
          </li>
        ))}
      </ol>
      <p className={styles.after}>
        Deixe o WhatsApp aberto até ele terminar de conectar, o que leva alguns segundos. Esta
        janela fecha sozinha.
      </p>
      <details className={styles.slow}>
        <summary>
          <ChevronRight size={16} aria-hidden />
          Está demorando?
        </summary>
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
