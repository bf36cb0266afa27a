import { useCallback, useRef, useState } from 'react'
import { newCampaignFor } from '#contract/console-routes.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import type { ListView } from '#contract/contacts/list-view.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { refreshContacts } from '../../../api/lists/contacts.ts'
import { changeRows, moveRows } from '../../../api/lists/list-rows.ts'
import { findPhones } from '../../../api/lists/list-window.ts'
import { formatQuantity } from '../../../format.ts'
import { useNavigateAfter } from '../../../parts/use-navigate-after.ts'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { toastDone, toastFailed, toastWarning } from '../../../ui/overlays/toast.ts'
import { listMessages } from './list-messages.ts'
import type { Bulk } from './selection-bar.tsx'
import type { RowEdits } from './use-row-edits.ts'

const nobody: ReadonlySet<string> = new Set()

/** Saves the changes of rows. */
export function useSave({ save }: Pick<RowEdits, 'save'>) {
  const [isSaving, setIsSaving] = useState(false)
  const work = async () => {
    setIsSaving(true)
    try {
      const { changed } = await save()
      if (changed > 0) toastDone(listMessages.saved(changed))
    } catch (error) {
      toastFailed(sentenceOf(error, listMessages.saveFailed))
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, save: () => void work() }
}

/** Chosen contacts, and what is done with all of them at once. */
export function useBulk(
  id: string,
  {
    shown,
    total,
    view,
    isLong,
    onGone,
  }: {
    /** Undefined: not here yet. */
    readonly shown: readonly (ListRow | undefined)[]
    /** Contacts of the list, and which of them the view shows. */
    readonly total: number
    readonly view: ListView
    /** Whether the server has to be asked which contacts the view shows. */
    readonly isLong: boolean
    readonly onGone: (gone: ReadonlyMap<string, null>) => void
  },
) {
  const [chosen, setChosen] = useState(nobody)
  /** The choice of all whom a view shows. */
  const [all, setAll] = useState<{ chosen: ReadonlySet<string>; view: ListView } | null>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  /** Counts up with each choice: contacts still being found for an earlier one are not chosen. */
  const choices = useRef(0)
  const [busyWith, setBusyWith] = useState<Bulk | null>(null)
  const navigateAfter = useNavigateAfter()

  const begin = useCallback((isFinding: boolean) => {
    choices.current += 1
    setIsChoosing(isFinding)
    return choices.current
  }, [])

  const choose = useCallback(
    (phones: readonly string[], isChosen: boolean) => {
      begin(false)
      setChosen((last) => {
        const next = new Set(last)
        for (const phone of phones) {
          if (isChosen) next.add(phone)
          else next.delete(phone)
        }
        return next
      })
    },
    [begin],
  )

  return {
    chosen,
    isAllChosen: isLong
      ? isChoosing || (all?.chosen === chosen && all.view === view)
      : shown.length > 0 && shown.every((row) => row && chosen.has(row.phone)),
    busyWith,
    choose,
    chooseAll: (isChosen: boolean) => {
      if (!isChosen) clear()
      else if (isLong) void chooseFound()
      else setChosen(new Set(shown.flatMap((row) => (row ? [row.phone] : []))))
    },
    clear,
    moved,
    remove: () => void remove(),
    startCampaign: (listTitle: string) => void startCampaign(listTitle),
  }

  function clear(): void {
    begin(false)
    setChosen(nobody)
  }

  async function chooseFound(): Promise<void> {
    const choice = begin(true)
    try {
      const { phones, foundCount } = await findPhones(id, view)
      if (choice !== choices.current) return
      const found = new Set(phones)
      setChosen(found)
      setAll({ chosen: found, view })
      if (foundCount > found.size) toastWarning(listMessages.firstChosen(found.size))
    } catch (error) {
      if (choice === choices.current) {
        toastFailed(sentenceOf(error, listMessages.chooseAllFailed))
      }
    } finally {
      if (choice === choices.current) setIsChoosing(false)
    }
  }

  /** The chosen ones are in this list no more. */
  function moved(): void {
    onGone(new Map([...chosen].map((phone) => [phone, null])))
    clear()
  }

  async function act(bulk: Bulk, failed: string, work: () => Promise<void>): Promise<void> {
    setBusyWith(bulk)
    try {
      await work()
    } catch (error) {
      toastFailed(sentenceOf(error, failed))
    } finally {
      setBusyWith(null)
    }
  }

  async function remove(): Promise<void> {
    const question = { title: 'Remover contatos', isDangerous: true }
    if (!(await askYesNo(listMessages.removeConfirm(chosen.size), question))) return
    await act('remove', listMessages.removeFailed, async () => {
      const { removed } = await changeRows(id, { remover: [...chosen] })
      moved()
      toastDone(listMessages.removed(removed))
      await refreshContacts()
    })
  }

  /** The whole list as it is, or a new one of those that are chosen. */
  async function startCampaign(listTitle: string): Promise<void> {
    await act('campaign', listMessages.chooseFailed, async () => {
      const isWhole = chosen.size === total && shown.every((row) => !row || chosen.has(row.phone))
      const name = `${listTitle.slice(0, TITLE_KEPT)}: ${formatQuantity(chosen.size, 'contato', 'contatos')}`
      const listId = isWhole
        ? id
        : (await moveRows(id, { phones: [...chosen], to: { name }, isCopy: true })).id
      navigateAfter(newCampaignFor(listId))
    })
  }
}

/** Letters of the list's name in that of a part of it. */
const TITLE_KEPT = 60
