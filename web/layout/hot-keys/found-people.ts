import { personPage } from '#contract/console-routes.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import type { PersonMatch } from '#contract/people/person-match.ts'
import { usePeopleSearch } from '../../api/people-search.ts'
import { formatPhone } from '../../format.ts'
import { useSettled } from '../../ui/use-settled.ts'
import type { Command } from './commands.ts'

/** One letter would find nearly everybody. */
const LETTERS_AT_LEAST = 2
/** Digits with which a phone can be looked up, in a list or not. */
const PHONE_DIGITS = { least: 10, most: 15 }

/** The people among all contacts that what was typed can mean, each leading to their page. */
export function useFoundPeople(
  typed: string,
  navigate: (to: string) => void,
): {
  readonly commands: readonly Command[]
  readonly isSearching: boolean
  readonly error: unknown
} {
  const text = typed.trim().slice(0, NAME_MAX_LENGTH)
  const wanted = text.length < LETTERS_AT_LEAST ? '' : text
  const settled = useSettled(wanted)
  const { people, next, isOver, error, more } = usePeopleSearch(settled)
  // The people found so far belong to an earlier text.
  if (wanted === '' || settled !== wanted) {
    return { commands: [], isSearching: wanted !== '', error: null }
  }
  const commands = people.map((person) => toCommand(person, navigate))
  const isAlone = isOver && people.length === 0
  return {
    commands: [
      ...commands,
      ...(isAlone ? byPhone(wanted, navigate) : []),
      ...(isOver && next !== null ? [furtherSearch(more)] : []),
    ],
    isSearching: !isOver,
    error,
  }
}

function toCommand({ phone, name, list }: PersonMatch, navigate: (to: string) => void): Command {
  const number = formatPhone(phone)
  return {
    id: `pessoa-${phone}`,
    label: name || number,
    hint: name ? `${number} · ${list.name}` : list.name,
    act: () => navigate(personPage(phone)),
  }
}

function byPhone(text: string, navigate: (to: string) => void): readonly Command[] {
  const digits = /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  if (digits.length < PHONE_DIGITS.least || digits.length > PHONE_DIGITS.most) return []
  return [
    {
      id: 'pessoa-por-telefone',
      label: `Abrir ${text}`,
      hint: 'Pessoa fora das listas',
      act: () => navigate(personPage(text)),
    },
  ]
}

function furtherSearch(more: () => void): Command {
  return {
    id: 'mais-contatos',
    label: 'Procurar mais contatos',
    hint: 'Há mais para olhar',
    act: more,
    staysOpen: true,
  }
}
