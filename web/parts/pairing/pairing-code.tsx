import { CopyButton } from '../../ui/forms/copy-button.tsx'
import styles from './pairing-code.module.css'

/** A code to type into the phone, in two groups of four, as WhatsApp shows it. */
export function PairingCodePlate({ code }: { readonly code: string }) {
  const groups = [code.slice(0, 4), code.slice(4)].filter(Boolean)
  return (
    <div className={styles.holder}>
      <p className={styles.code} role="img" aria-label={`Código: ${[...code].join(' ')}`}>
        {groups.join('-')}
      </p>
      <CopyButton text={code} label="Copiar código" />
    </div>
  )
}
