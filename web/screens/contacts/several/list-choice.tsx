import { type ContactList, listName } from '#contract/contacts/contact-list.ts'
import styles from './list-choice.module.css'
import type { Choice } from './use-chosen-lists.ts'

/** Chooses a list, by more than the box alone; with Shift all from the one pressed before. */
export function ListChoice({
  list,
  isChosen,
  onChoose,
}: {
  readonly list: ContactList
  readonly isChosen: boolean
  readonly onChoose: (choice: Choice) => void
}) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={`Escolher lista ${listName(list)}`}
        checked={isChosen}
        onChange={({ target, nativeEvent }) => {
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          onChoose({ isChosen: target.checked, isRange })
        }}
      />
    </label>
  )
}
