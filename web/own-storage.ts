import { report } from './report.ts'

/** Values that the browser would not store: this page alone has them. */
const ofThisPage = new Map<string, string>()
let isReported = false

/**
 * What this browser keeps of the console for its next visit. Where it keeps nothing (storage blocked
 * or full, or none at all in an app's web view) the page goes on with what it has until it closes.
 */
export const ownStorage = {
  read: (key: string): string | null => {
    const kept = ofThisPage.get(key)
    if (kept !== undefined) return kept
    let stored: string | null = null
    attempt(() => {
      stored = localStorage.getItem(key)
    })
    return stored
  },
  keep: (key: string, text: string): void => {
    if (attempt(() => localStorage.setItem(key, text))) ofThisPage.delete(key)
    else ofThisPage.set(key, text)
  },
  forget: (key: string): void => {
    ofThisPage.delete(key)
    attempt(() => localStorage.removeItem(key))
  },
}

/** Whether the browser allowed it; the first refusal is logged. */
function attempt(act: () => void): boolean {
  try {
    act()
    return true
  } catch (error) {
    if (!isReported)
      report('O navegador não guarda os dados do console: valem até a página fechar.', error)
    isReported = true
    return false
  }
}
