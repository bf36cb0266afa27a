import { useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { refreshContacts } from '../../../api/contacts.ts'
import { changeRows, moveRows } from '../../../api/list-rows.ts'
import { formatQuantity } from '../../../format.ts'
import { askYesNo } from '../../../ui/overlays/ask.tsx'
import { toastDone, toastFailed } from '../../../ui/overlays/toast.ts'
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
    isAllShown,
    onGone,
  }: {
    readonly shown: readonly ListRow[]
    readonly isAllShown: boolean
    readonly onGone: (gone: ReadonlyMap<string, null>) => void
  },
) {
  const [chosen, setChosen] = useState(nobody)
  const [busyWith, setBusyWith] = useState<Bulk | null>(null)
  const [, navigate] = useLocation()

  const choose = useCallback((phone: string, isChosen: boolean) => {
    setChosen((last) => {
      const next = new Set(last)
      if (isChosen) next.add(phone)
      else next.delete(phone)
      return next
    })
  }, [])

  return {
    chosen,
    busyWith,
    choose,
    chooseAll: (isChosen: boolean) =>
      setChosen(isChosen ? new Set(shown.map(({ phone }) => phone)) : nobody),
    clear: () => setChosen(nobody),
    moved,
    remove: () => void remove(),
    startCampaign: (listTitle: string) => void startCampaign(listTitle),
  }

  /** The chosen ones are in this list no more. */
  function moved(): void {
    onGone(new Map([...chosen].map((phone) => [phone, null])))
    setChosen(nobody)
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
      const isWhole = isAllShown && shown.every(({ phone }) => chosen.has(phone))
      const name = `${listTitle.slice(0, TITLE_KEPT)}: ${formatQuantity(chosen.size, 'contato', 'contatos')}`
      const listId = isWhole
        ? id
        : (await moveRows(id, { phones: [...chosen], to: { name }, isCopy: true })).id
      navigate(`${consoleRoutes.newCampaign}?lista=${encodeURIComponent(listId)}`)
    })
  }
}

/** Letters of the list's name in that of a part of it. */
const TITLE_KEPT = 60
