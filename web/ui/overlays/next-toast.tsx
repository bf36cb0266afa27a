import { useState } from 'react'
import type { ToastContentProps } from 'react-toastify/unstyled'
import { Button } from '../forms/button.tsx'
import styles from './toast.module.css'
import type { NextStep } from './toast.ts'

/** A message with the step that comes next. Time stands still while its button has the focus. */
export function NextToast({
  sentence,
  next: { label, act },
  closeToast,
  pause,
  play,
}: Pick<ToastContentProps, 'closeToast'> & {
  readonly sentence: string
  readonly next: NextStep
  readonly pause: () => void
  readonly play: () => void
}) {
  const [isTaken, setIsTaken] = useState(false)
  return (
    <div className={styles.undoable}>
      <span>{sentence}</span>
      {!isTaken && (
        <Button
          onFocus={pause}
          onBlur={play}
          onClick={() => {
            setIsTaken(true)
            closeToast()
            act()
          }}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
