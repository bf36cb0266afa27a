import { useLayoutEffect, useRef, useState } from 'react'
import type { ListOrder } from '#contract/api/query.ts'
import type { ContactList } from '#contract/contacts/contact-list.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import { findLists } from '../../../api/lists/several-lists.ts'
import { messages } from '../../../messages.ts'
import { toastFailed } from '../../../ui/overlays/toast.ts'
import type { useChosenLists } from './use-chosen-lists.ts'

/** Chooses all lists that are found, those too that are not loaded yet: their ids are asked for. */
export function useAllFound({
  q,
  order,
  lists,
  hasMore,
  chosen,
}: {
  readonly q: string
  readonly order: ListOrder
  /** The found lists that are loaded. */
  readonly lists: readonly ContactList[]
  readonly hasMore: boolean
  readonly chosen: ReturnType<typeof useChosenLists>
}) {
  const [asked, setAsked] = useState<{ readonly q: string; readonly ids: readonly string[] }>()
  const [isFinding, setIsFinding] = useState(false)
  const finding = useRef<AbortController>(null)
  // A layout effect: a later one would abort what is pressed as soon as the new search shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found belongs to one search
  useLayoutEffect(() => () => finding.current?.abort(), [q])

  const shown = lists.map(({ id }) => id)
  // Undefined: there are further lists, whose ids are not known yet.
  const all = hasMore ? (asked?.q === q ? asked.ids : undefined) : shown
  const isAllChosen = all !== undefined && all.length > 0 && all.every((id) => chosen.ids.has(id))
  const isSomeChosen = shown.some((id) => chosen.ids.has(id))

  const chooseAll = async (isChosen: boolean) => {
    finding.current?.abort()
    if (!isChosen) {
      const found = new Set([...shown, ...(all ?? [])])
      return chosen.chooseAll(
        chosen.lists.filter(({ id }) => found.has(id)),
        false,
      )
    }
    if (!hasMore) return chosen.chooseAll(lists, true)
    const controller = new AbortController()
    finding.current = controller
    setIsFinding(true)
    try {
      const found = await findLists({ q, order }, controller)
      if (controller.signal.aborted) return
      setAsked({ q, ids: found.map(({ id }) => id) })
      chosen.chooseAll(found, true)
    } catch (error) {
      if (controller.signal.aborted || isSignedOut(error)) return
      toastFailed(sentenceOf(error, messages.contacts.loadFailed))
    } finally {
      if (finding.current === controller) setIsFinding(false)
    }
  }
  /** Undefined: not all are known yet. */
  return { isAllChosen, isSomeChosen, isFinding, foundCount: all?.length, chooseAll }
}
