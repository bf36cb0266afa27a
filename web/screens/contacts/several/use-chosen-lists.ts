import { useCallback, useMemo, useRef, useState } from 'react'
import type { ContactList } from '#contract/contacts/contact-list.ts'
import type { Choice } from '../../../ui/forms/choice-box.tsx'

const none: ReadonlyMap<string, ContactList> = new Map()

/**
 * The chosen lists. They stay so while others are looked for; those that are gone are chosen no more.
 * @param isWhole whether no further lists than those that show exist
 */
export function useChosenLists(shown: readonly ContactList[] | undefined, isWhole: boolean) {
  const [chosen, setChosen] = useState(none)
  const anchor = useRef<string | null>(null)

  const lists = useMemo(() => {
    const current = new Map(shown?.map((list) => [list.id, list]))
    return [...chosen.values()].flatMap((list) => current.get(list.id) ?? (isWhole ? [] : list))
  }, [chosen, shown, isWhole])
  const ids = useMemo(() => new Set(lists.map(({ id }) => id)), [lists])

  const chooseAll = useCallback(
    (some: readonly ContactList[], isChosen: boolean) =>
      setChosen((last) => {
        const next = new Map(last)
        for (const list of some) {
          if (isChosen) next.set(list.id, list)
          else next.delete(list.id)
        }
        return next
      }),
    [],
  )

  const choose = useCallback(
    (list: ContactList, { isChosen, isRange }: Choice) => {
      const all = shown ?? []
      const places = [anchor.current, list.id].map((id) => all.findIndex((each) => each.id === id))
      const [from = -1, to = -1] = [Math.min(...places), Math.max(...places)]
      chooseAll(isRange && from >= 0 ? all.slice(from, to + 1) : [list], isChosen)
      anchor.current = list.id
    },
    [shown, chooseAll],
  )

  const clear = useCallback(() => {
    anchor.current = null
    setChosen(none)
  }, [])

  return { lists, ids, choose, chooseAll, clear }
}
