import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { listName } from '#contract/contacts/contact-list.ts'
import type { Person } from '#contract/people/person.ts'
import { isSignedOut, sentenceOf } from '../../../api/calls/call-error.ts'
import {
  appendContacts,
  createContactList,
  refreshContacts,
  useListNames,
} from '../../../api/lists/contacts.ts'
import { changeRows } from '../../../api/lists/list-rows.ts'
import { formatPhone } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { toastUndone } from '../../../parts/toast-undone.ts'
import { PartFailure } from '../../../ui/display/part-failure.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { askText } from '../../../ui/overlays/ask.ts'
import { toastDone, toastFailed, toastUndoable } from '../../../ui/overlays/toast.ts'
import styles from './person-screen.module.css'

const NEW = 'new'
const FAILED = 'Não foi possível incluir esta pessoa na lista.'

/** Puts a person into a list that they are not in, or into a new one. */
export function AddToList({
  person: { phone, name },
  lists: own,
}: {
  readonly person: { readonly phone: string; readonly name: string }
  readonly lists: Person['lists']
}) {
  const { lists, error, mutate } = useListNames()
  const [chosen, setChosen] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  if (error && !lists) {
    return (
      <PartFailure
        sentence={messages.contacts.loadFailed}
        detail={error.message}
        onRetry={() => mutate()}
      />
    )
  }
  if (!lists) return null
  const ownIds = new Set(own.map(({ id }) => id))
  const others = lists.filter(({ id }) => !ownIds.has(id))
  const target = others.find(({ id }) => id === chosen)
  const who = name || formatPhone(phone)
  const contacts = [{ name, phone }]

  async function add(): Promise<void> {
    if (target) {
      const { id } = target
      await appendContacts(id, contacts)
      const words = `${who} entrou na lista ${listName(target)}.`
      toastUndoable(words, () =>
        toastUndone(
          changeRows(id, { remover: [phone] }).then(refreshContacts),
          `${who} saiu da lista ${listName(target)}.`,
        ),
      )
      return
    }
    const named = await askText('Nova lista', {
      label: 'Nome da lista',
      required: messages.contacts.nameRequired,
      yes: 'Criar lista',
    })
    if (named === null) return
    await createContactList({ name: named, contacts })
    toastDone(`${who} entrou na lista ${named}.`)
  }

  const submit = () => {
    setIsBusy(true)
    add()
      .then(() => setChosen(''))
      .catch((error: unknown) => {
        if (!isSignedOut(error)) toastFailed(sentenceOf(error, FAILED))
      })
      .finally(() => setIsBusy(false))
  }
  return (
    <form
      className={styles.addTo}
      onSubmit={(event) => {
        event.preventDefault()
        if (target || chosen === NEW) submit()
      }}
    >
      <SelectField
        label={own.length === 0 ? 'Incluir em uma lista' : 'Incluir em outra lista'}
        value={target || chosen === NEW ? chosen : ''}
        onChange={({ target: { value } }) => setChosen(value)}
      >
        <option value="">Escolha a lista</option>
        {others.map((list) => (
          <option key={list.id} value={list.id}>
            {listName(list)}
          </option>
        ))}
        <option value={NEW}>Nova lista…</option>
      </SelectField>
      <Button
        type="submit"
        icon={ListPlus}
        isBusy={isBusy}
        disabled={isBusy || (!target && chosen !== NEW)}
      >
        Incluir
      </Button>
    </form>
  )
}
