import { Search } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { controlClass } from './field.tsx'
import styles from './search-field.module.css'

/** A search box; reports every change. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  /** Its name, shown while it is empty. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className={styles.search}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <Search size={16} aria-hidden className={styles.icon} />
      <input
        id={id}
        type="search"
        value={value}
        placeholder={label}
        autoComplete="off"
        className={classNames(controlClass, styles.input)}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
