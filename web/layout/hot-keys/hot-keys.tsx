import { useEffect } from 'react'
import { lazyPart } from '../../lazy-part.tsx'
import { useStore } from '../../store.ts'
import { opened } from './opened.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const HelpDialog = lazyPart(async () => (await import('./help-dialog.tsx')).HelpDialog)

/** Keys that work on every screen: Ctrl+K or ⌘K, `/` and `?`. */
export function HotKeys() {
  const shown = useStore(opened)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey } = event
      const isPalette = key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !altKey
      // A dialog has the keys for itself; what is being written gets every letter.
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      if (isPalette) {
        event.preventDefault()
        opened.set('palette')
      } else if (!isWriting(target) && !event.ctrlKey && !event.metaKey && !altKey) {
        if (key === '?') {
          event.preventDefault()
          opened.set('help')
        } else if (key === '/' && focusSearch()) event.preventDefault()
      }
    }
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('keydown', press)
      // What one user opened must not show for the next one.
      opened.set(null)
    }
  }, [])
  const close = () => opened.set(null)
  if (shown === null) return null
  if (shown === 'help') return <HelpDialog onClose={close} />
  const scope = shown === 'settings' ? shown : 'all'
  return <Palette key={scope} scope={scope} onClose={close} onHelp={() => opened.set('help')} />
}

/** Fields that letters go into; the others do nothing with them. */
const written = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]'

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(written) !== null
}

/** Whether the screen has something to search in. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  return field !== null
}
