import { useLayoutEffect, useRef } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass } from '../../../../ui/forms/field.tsx'
import styles from './list-table.module.css'

/** The cell as it was when it was begun: what others write meanwhile is not taken for typed. */
export type Begun = {
  readonly text: string
  /** Whether what is typed takes the place of the text, instead of going on from its end. */
  readonly isReplaced: boolean
  readonly onType: (text: string) => void
}

/**
 * A cell that is being written into. What was typed is kept however the field ends, also when its
 * row scrolls away; only Esc drops it.
 */
export function CellField({
  label,
  begun: { text, isReplaced, onType },
  inputMode,
  onEnd,
}: {
  readonly label: string
  readonly begun: Begun
  readonly inputMode: 'tel' | undefined
  readonly onEnd: (how: { readonly isByKey: boolean }) => void
}) {
  const typed = useRef(text)
  useLayoutEffect(
    () => () => {
      if (typed.current !== text) onType(typed.current)
    },
    [text, onType],
  )
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it stands where the cell stood
      autoFocus
      aria-label={label}
      className={classNames(controlClass, styles.input)}
      // A field of one line would join the lines of a text without a space between them.
      defaultValue={isReplaced ? '' : text.replace(/\r?\n/g, ' ')}
      inputMode={inputMode}
      autoComplete="off"
      onChange={({ target }) => {
        typed.current = target.value
      }}
      // What is typed goes on from what stands there.
      onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
      onBlur={() => onEnd({ isByKey: false })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The key is for an input method: it ends a letter, not the cell.
        if (event.nativeEvent.isComposing) return
        // Else the key would press the cell that the focus goes back to.
        event.preventDefault()
        if (event.key === 'Escape') {
          event.stopPropagation()
          typed.current = text
        }
        onEnd({ isByKey: true })
      }}
    />
  )
}
