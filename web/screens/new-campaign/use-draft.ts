import { useCallback, useEffect, useRef, useState } from 'react'
import { type CampaignDraft, isSameDraft } from './campaign-draft.ts'
import { forgetDraft, loadDraft, storeDraft } from './draft-storage.ts'

const STORE_DELAY_MS = 400

/**
 * The form's content. It is kept in the browser until it is saved, whatever ends the page, and
 * found again under the same name.
 */
export function useDraft(name: string, initial: CampaignDraft) {
  // What the form began with: fresh data about a campaign changes nothing that is being typed.
  const [first] = useState(initial)
  const [stored] = useState(() => loadDraft(name))
  const [draft, setDraft] = useState(stored ?? first)
  const [isRestored, setIsRestored] = useState(stored !== null && !isSameDraft(stored, first))
  const [isSettled, setIsSettled] = useState(false)
  const isUnsaved = !isSettled && !isSameDraft(draft, first)
  const keepRef = useRef<(() => void) | null>(null)

  useEffect(() => {
    keepRef.current = () => {
      if (isUnsaved) storeDraft(name, draft)
      else forgetDraft(name)
    }
    const timer = setTimeout(() => keepRef.current?.(), STORE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [name, draft, isUnsaved])

  useEffect(() => {
    const keep = () => keepRef.current?.()
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [])

  const change = useCallback((patch: Partial<CampaignDraft>) => {
    setDraft((before) => ({ ...before, ...patch }))
  }, [])

  return {
    draft,
    isUnsaved,
    isRestored,
    change,
    /** Back to what the form began with. */
    discard: () => {
      setDraft(first)
      setIsRestored(false)
    },
    hideNote: () => setIsRestored(false),
    /** Marks the form as saved: nothing can be lost any more. */
    settle: () => setIsSettled(true),
  }
}
