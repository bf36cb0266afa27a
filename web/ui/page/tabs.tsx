import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './tabs.module.css'

export type Tab = { readonly name: string; readonly content: ReactNode }

/**
 * Parts of a screen of which one shows; arrows, Home and End move between their names. Which one
 * shows is the screen's to keep where `chosen` is given.
 */
export function Tabs({
  label,
  tabs,
  chosen: given,
  onChoose,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly chosen?: number
  readonly onChoose?: (index: number) => void
}) {
  const [own, setOwn] = useState(0)
  const chosen = given ?? own
  const setChosen = onChoose ?? setOwn
  const id = useId()
  const buttons = useRef(new Map<number, HTMLButtonElement>())
  useEffect(() => {
    // On a narrow page the names are a row that scrolls, also once a phone is turned.
    const show = () =>
      buttons.current.get(chosen)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [chosen])
  const choose = (index: number) => {
    const wrapped = (index + tabs.length) % tabs.length
    setChosen(wrapped)
    buttons.current.get(wrapped)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div role="tablist" aria-label={label} className={styles.list}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            ref={(button) => {
              if (button) buttons.current.set(index, button)
            }}
            className={classNames(styles.tab, index === chosen && styles.chosen)}
            onClick={() => setChosen(index)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') choose(index + 1)
              if (key === 'ArrowLeft') choose(index - 1)
              if (key === 'Home') choose(0)
              if (key === 'End') choose(tabs.length - 1)
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        className={styles.panel}
      >
        {tabs[chosen]?.content}
      </div>
    </div>
  )
}
