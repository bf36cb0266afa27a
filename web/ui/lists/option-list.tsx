import { classNames } from '../class-names.ts'
import styles from './option-list.module.css'

export type Option = { readonly id: string; readonly label: string; readonly hint: string }

/** The id of one option's element, for the field that says which one is active. */
export function optionId(listId: string, option: Option): string {
  return `${listId}-${option.id}`
}

/** Once, where it appears: it may have opened at the edge of the window. */
function bringIntoView(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' })
}

/**
 * What a field offers while somebody types. The focus stays in the field: its keys choose, and the
 * option they would take is in view.
 */
export function OptionList<T extends Option>({
  id,
  label,
  options,
  active,
  onChoose,
  look = 'line',
  className,
}: {
  readonly id: string
  /** For those who don't see the list. */
  readonly label: string
  readonly options: readonly T[]
  readonly active: T | undefined
  readonly onChoose: (option: T) => void
  /** The hint stands behind the label, or below it where it is a text of its own. */
  readonly look?: 'line' | 'stacked'
  readonly className: string | undefined
}) {
  return (
    <div
      id={id}
      role="listbox"
      ref={bringIntoView}
      aria-label={label}
      className={classNames(styles.list, className)}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose, and the focus stays there
        <div
          key={option.id}
          id={optionId(id, option)}
          role="option"
          tabIndex={-1}
          aria-selected={option.id === active?.id}
          ref={(row) => {
            if (option.id === active?.id) row?.scrollIntoView({ block: 'nearest' })
          }}
          className={classNames(
            styles.option,
            look === 'stacked' && styles.stacked,
            option.id === active?.id && styles.active,
          )}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <span>{option.label}</span>
          <small>{option.hint}</small>
        </div>
      ))}
    </div>
  )
}
