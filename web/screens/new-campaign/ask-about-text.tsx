import type { Warning } from '#contract/campaigns/campaign-preview.ts'
import { messages } from '../../messages.ts'
import { askYesNo } from '../../ui/overlays/ask.tsx'
import styles from './ask-about-text.module.css'

/** Whether a text is meant as it stands; asks where some recipients would read it oddly. */
export async function askAboutText(warnings: readonly Warning[]): Promise<boolean> {
  if (warnings.length === 0) return true
  const sentence = (
    <>
      {warnings.map(({ variable, message }) => (
        <span key={variable} className={styles.warning}>
          {message}
        </span>
      ))}
      {messages.campaigns.sendAnyway}
    </>
  )
  return await askYesNo(sentence, { title: 'Confira a mensagem' })
}
