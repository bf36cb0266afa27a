import type { LucideIcon } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useEdgeFade } from '../display/edge-fade.ts'
import { useMedia } from '../use-media.ts'
import styles from './tabs.module.css'

export type Tab = {
  readonly name: string
  readonly content: ReactNode
  /** Shown where the names stand in a column. */
  readonly icon?: LucideIcon
  /** What it and those after it are, above them in a column. */
  readonly group?: string
}

const isWide = '(min-width: 1081px)'

/**
 * Parts of a screen of which one shows; arrows, Home and End move between their names. Which one
 * shows is the screen's to keep where `chosen` is given.
 */
export function Tabs({
  label,
  tabs,
  chosen: given,
  onChoose,
  place = 'above',
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly chosen?: number
  readonly onChoose?: (index: number) => void
  /** Where the names stand on a wide page; on a narrow one they are a row that scrolls. */
  readonly place?: 'above' | 'beside'
}) {
  const [own, setOwn] = useState(0)
  const chosen = given ?? own
  const setChosen = onChoose ?? setOwn
  const isColumn = useMedia(isWide) && place === 'beside'
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const buttons = useRef(new Map<number, HTMLButtonElement>())
  const fade = useEdgeFade(list)
  useEffect(() => {
    if (isColumn) return
    // Also once a phone is turned.
    const show = () =>
      buttons.current.get(chosen)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [chosen, isColumn])
  const choose = (index: number) => {
    const wrapped = (index + tabs.length) % tabs.length
    setChosen(wrapped)
    buttons.current.get(wrapped)?.focus()
  }
  const ways: Readonly<Record<string, number | undefined>> = {
    ArrowRight: chosen + 1,
    ArrowLeft: chosen - 1,
    Home: 0,
    End: tabs.length - 1,
    ...(isColumn ? { ArrowDown: chosen + 1, ArrowUp: chosen - 1 } : {}),
  }
  return (
    <div className={classNames(styles.tabs, isColumn && styles.beside)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation={isColumn ? 'vertical' : 'horizontal'}
        className={classNames(styles.list, fade)}
      >
        {tabs.map(({ name, icon: Icon, group }, index) => (
          <Fragment key={name}>
            {isColumn && group && (
              <span aria-hidden className={styles.group}>
                {group}
              </span>
            )}
            <button
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
              onKeyDown={(event) => {
                const way = ways[event.key]
                if (way === undefined) return
                event.preventDefault()
                choose(way)
              }}
            >
              {isColumn && Icon && <Icon size={16} aria-hidden />}
              {name}
            </button>
          </Fragment>
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
