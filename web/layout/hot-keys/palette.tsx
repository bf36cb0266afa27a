import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { foldText } from '#contract/fold.ts'
import { useCampaigns } from '../../api/campaigns/campaigns.ts'
import { formatQuantity } from '../../format.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { OptionList, optionId } from '../../ui/lists/option-list.tsx'
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
  const found = commandsOf({ campaigns, navigate, onHelp }).filter(({ label, hint }) => {
    const text = foldText(`${label} ${hint}`)
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
          aria-activedescendant={active && optionId(listId, active)}
          onChange={({ target }) => {
            setTyped(target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <OptionList
          id={listId}
          label="Encontrados"
          options={found}
          active={active}
          onChoose={run}
          className={styles.found}
        />
        <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
          {found.length === 0
            ? `Nada encontrado para “${typed}”.`
            : formatQuantity(found.length, 'encontrado', 'encontrados')}
        </p>
      </form>
    </Dialog>
  )
}
