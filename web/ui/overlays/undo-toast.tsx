import { useLayoutEffect, useRef, useState } from 'react'
import type { ToastContentProps } from 'react-toastify/unstyled'
import { Button } from '../forms/button.tsx'
import styles from './toast.module.css'

/** How long the way back is offered. */
export const UNDO_SHOWN_MS = 8_000

/**
 * A message with the way back: by its button, or by Ctrl+Z where no text is being typed. Time stands
 * still while the button has the focus, as it does under the pointer.
 */
export function UndoToast({
  sentence,
  undo,
  closeToast,
  pause,
  play,
}: Pick<ToastContentProps, 'closeToast'> & {
  readonly sentence: string
  readonly undo: () => Promise<void>
  readonly pause: () => void
  readonly play: () => void
}) {
  const [isUsed, setIsUsed] = useState(false)
  const takeBack = useRef(() => {
    setIsUsed(true)
    closeToast()
    undo().catch(() => undefined)
  })
  useLayoutEffect(() => {
    if (isUsed) return
    const onKey = () => takeBack.current()
    // What was deleted last comes back first.
    waiting.unshift(onKey)
    if (waiting.length === 1) document.addEventListener('keydown', onKeyDown)
    return () => {
      waiting.splice(waiting.indexOf(onKey), 1)
      if (waiting.length === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [isUsed])
  return (
    <div className={styles.undoable}>
      <span>{sentence}</span>
      {!isUsed && (
        <Button
          aria-keyshortcuts="Control+Z Meta+Z"
          title="Ctrl+Z"
          onFocus={pause}
          onBlur={play}
          onClick={() => takeBack.current()}
        >
          Desfazer
        </Button>
      )}
    </div>
  )
}

/** The toasts that wait for Ctrl+Z, the newest first. */
const waiting: (() => void)[] = []

function onKeyDown(event: KeyboardEvent): void {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
  if (!isUndo || event.shiftKey || event.defaultPrevented || isTyped(event.target)) return
  event.preventDefault()
  waiting[0]?.()
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}
