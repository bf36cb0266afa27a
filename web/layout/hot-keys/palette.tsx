import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { foldText } from '#contract/fold.ts'
import { isSignedOut, sentenceOf } from '../../api/calls/call-error.ts'
import { useCampaigns } from '../../api/campaigns/all-campaigns.ts'
import { formatQuantity } from '../../format.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { OptionList, optionId } from '../../ui/lists/option-list.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type Command, commandsOf } from './commands.ts'
import { useFoundPeople } from './found-people.ts'
import styles from './palette.module.css'
import { settingsFor } from './settings-commands.ts'

const SEARCH_FAILED = 'Não foi possível procurar nos contatos.'

const advice = {
  all: 'Tente outra parte do nome ou do telefone.',
  settings: 'Tente outra palavra.',
} as const

/** Where to go, what to do and whom to look at, found by a few letters. */
export function Palette({
  scope,
  onClose,
  onHelp,
}: {
  /** Everything, or the settings alone. */
  readonly scope: 'all' | 'settings'
  readonly onClose: () => void
  readonly onHelp: () => void
}) {
  const [, navigate] = useLocation()
  const { data: campaigns = [] } = useCampaigns()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const isAll = scope === 'all'
  const people = useFoundPeople(isAll ? typed : '', navigate)
  const commands = commandsOf({ campaigns, navigate, onHelp }).filter(({ label, hint }) => {
    const text = foldText(`${label} ${hint}`)
    return words.every((word) => text.includes(word))
  })
  const settings = isAll && words.length === 0 ? [] : settingsFor(typed, navigate)
  // People are found later and stand last, so that the entry about to be chosen does not move.
  const found = isAll ? [...commands, ...settings, ...people.commands] : settings
  const active = found[Math.min(at, found.length - 1)]
  const run = ({ act, staysOpen }: Command) => {
    if (!staysOpen) onClose()
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
    <Dialog title={isAll ? 'Ir para' : 'Buscar ajuste'} onClose={onClose}>
      {/* A form, so that its field gets the focus. */}
      <form className={styles.palette} onSubmit={(event) => event.preventDefault()}>
        <TextField
          label={isAll ? 'O que você procura?' : 'O que você quer mudar?'}
          role="combobox"
          autoComplete="off"
          placeholder={isAll ? 'Tela, ação, ajuste ou contato' : 'Senha, tema, intervalo…'}
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
        <Outcome {...people} {...{ typed, scope }} count={found.length} />
      </form>
    </Dialog>
  )
}

function Outcome({
  typed,
  scope,
  count,
  isSearching,
  error,
}: {
  readonly typed: string
  readonly scope: 'all' | 'settings'
  readonly count: number
  readonly isSearching: boolean
  readonly error: unknown
}) {
  const hasFailed = error !== null && !isSignedOut(error)
  return (
    <>
      {hasFailed && (
        <p role="alert" className={styles.none}>
          {sentenceOf(error, SEARCH_FAILED)}
        </p>
      )}
      <p
        role="status"
        className={count > 0 && !isSearching ? 'visually-hidden' : styles.none}
        hidden={hasFailed}
      >
        {isSearching
          ? 'Procurando nos contatos…'
          : count === 0
            ? `Nada encontrado para “${typed}”. ${advice[scope]}`
            : formatQuantity(count, 'encontrado', 'encontrados')}
      </p>
    </>
  )
}
