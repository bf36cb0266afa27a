import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { foldText } from '#contract/fold.ts'
import { useCampaigns } from '../../api/campaigns/campaigns.ts'
import { formatQuantity } from '../../format.ts'
import { classNames } from '../../ui/class-names.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type Command, commandsOf } from './commands.ts'
import styles from './palette.module.css'

/** Where to go and what to do, found by a few letters. */
export function Palette({
  onClose,
  onHelp,
}: {
  readonly onClose: () => void
  readonly onHelp: () => void
}) {
  const [, navigate] = useLocation()
  const { data: campaigns = [] } = useCampaigns()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const found = commandsOf({ campaigns, navigate, onHelp }).filter(({ label, group }) => {
    const text = foldText(`${label} ${group}`)
    return words.every((word) => text.includes(word))
  })
  const active = found[Math.min(at, found.length - 1)]
  const run = ({ act }: Command) => {
    onClose()
    act()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      run(active)
    }
  }
  return (
    <Dialog title="Ir para" onClose={onClose}>
      {/* A form, so that its field gets the focus. */}
      <form className={styles.palette} onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="O que você procura?"
          role="combobox"
          autoComplete="off"
          placeholder="Tela, ação ou campanha"
          value={typed}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={active ? `${listId}-${active.id}` : undefined}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <div id={listId} role="listbox" aria-label="Encontrados" className={styles.found}>
          {found.map((command) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose, and the focus stays there
            <div
              key={command.id}
              id={`${listId}-${command.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={command === active}
              ref={(row) => {
                if (command === active) row?.scrollIntoView({ block: 'nearest' })
              }}
              className={classNames(styles.option, command === active && styles.active)}
              onClick={() => run(command)}
            >
              <span>{command.label}</span>
              <small>{command.group}</small>
            </div>
          ))}
        </div>
        <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
          {found.length === 0
            ? `Nada encontrado para “${typed}”.`
            : formatQuantity(found.length, 'encontrado', 'encontrados')}
        </p>
      </form>
    </Dialog>
  )
}
