import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../forms/button.tsx'
import styles from './menu.module.css'

export type MenuItem = {
  readonly label: string
  readonly icon?: LucideIcon
  readonly isDangerous?: boolean
  readonly onSelect: () => void
}

/** A button that opens a list of actions, by the ARIA menu pattern: arrows, Home, End, Esc, letters. */
export function Menu({
  label,
  items,
}: {
  /** What the button is called, such as "Ações de Loja Aurora". */
  readonly label: string
  readonly items: readonly MenuItem[]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const rootRef = useRef<HTMLDivElement>(null)
  const menuId = useId()

  useEffect(() => {
    if (!isOpen) return
    itemsIn(rootRef.current)[0]?.focus()
    rootRef.current?.querySelector('[role="menu"]')?.scrollIntoView({ block: 'nearest' })
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !rootRef.current?.contains(target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])

  const close = () => {
    setIsOpen(false)
    rootRef.current?.querySelector('button')?.focus()
  }

  return (
    <div ref={rootRef} className={styles.root}>
      <IconButton
        label={label}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown') setIsOpen(true)
        }}
      />
      {isOpen && (
        <div
          id={menuId}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={styles.menu}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation()
              close()
            } else if (event.key === 'Tab') setIsOpen(false)
            else moveFocus(event, itemsIn(rootRef.current))
          }}
        >
          {items.map(({ label: words, icon: Icon, isDangerous = false, onSelect }) => (
            <button
              key={words}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames(styles.item, isDangerous && styles.dangerous)}
              onClick={() => {
                close()
                onSelect()
              }}
            >
              {Icon && <Icon size={16} aria-hidden />}
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function itemsIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll('[role="menuitem"]') ?? [])].filter(
    (element) => element instanceof HTMLElement,
  )
}

function moveFocus(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const at = items.findIndex((item) => item.matches(':focus'))
  const next = nextIndex(event.key, at, items)
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

function nextIndex(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  const last = items.length - 1
  if (key === 'ArrowDown') return at === last ? 0 : at + 1
  if (key === 'ArrowUp') return at <= 0 ? last : at - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key.length !== 1) return undefined
  const startsSo = (item: HTMLElement) =>
    item.textContent?.trim().toLocaleLowerCase('pt-BR').startsWith(key.toLocaleLowerCase('pt-BR'))
  const after = items.findIndex((item, index) => index > at && startsSo(item))
  const found = after === -1 ? items.findIndex(startsSo) : after
  return found === -1 ? undefined : found
}
