import { Combine } from 'lucide-react'
import { useState } from 'react'
import { type ContactList, type ContactReport, listName } from '#contract/contacts/contact-list.ts'
import { ListName } from '#contract/contacts/list-name.ts'
import { NAME_MAX_LENGTH } from '#contract/limits.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { deleteContactList } from '../../../api/lists/contacts.ts'
import { mergeLists } from '../../../api/lists/several-lists.ts'
import { formatQuantity } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { toastUndone } from '../../../parts/toast-undone.ts'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { toastDone, toastUndoable } from '../../../ui/overlays/toast.ts'
import styles from '../dialogs.module.css'
import { removeLists } from './delete-lists.ts'
import { severalMessages } from './several-messages.ts'

/** Makes one list of several: a new one, or one of them. */
export function JoinDialog({
  lists,
  onJoined,
  onClose,
}: {
  readonly lists: readonly ContactList[]
  readonly onJoined: () => void
  readonly onClose: () => void
}) {
  const [targetId, setTargetId] = useState('')
  const [name, setName] = useState(() => suggestedName(lists))
  const isNew = targetId === ''
  const failed = severalMessages.joinFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const total = lists.reduce((sum, list) => sum + list.total, 0)

  const join = async (mayDelete: boolean) => {
    const refused = isNew ? refusalOf(name) : undefined
    form.show(refused ? { name: refused } : {})
    if (refused) return
    await form.send(async () => {
      const to = isNew ? { name: name.trim() } : { listId: targetId }
      const ids = lists.map(({ id }) => id)
      const report = await mergeLists(ids, to)
      onJoined()
      onClose()
      toastReport(report, isNew && !mayDelete)
      if (mayDelete) await removeLists(lists.filter(({ id }) => id !== report.id))
    })
  }

  return (
    <FormDialog
      title={`Juntar ${formatQuantity(lists.length, 'lista', 'listas')}`}
      submit="Juntar"
      icon={Combine}
      form={form}
      isUnsaved={false}
      onSubmit={(data) => void join(data.has('delete'))}
      onClose={onClose}
    >
      <p className={styles.help}>
        {formatQuantity(total, 'contato', 'contatos')}. Cada telefone fica uma vez, com as colunas
        de todas as listas; onde duas dizem coisas diferentes, vale a{' '}
        {isNew ? 'primeira' : 'que fica'}.
      </p>
      <SelectField
        label="Em"
        name="list"
        value={targetId}
        onChange={({ target }) => setTargetId(target.value)}
      >
        <option value="">Uma lista nova</option>
        {lists.map((list) => (
          <option key={list.id} value={list.id}>
            {listName(list)} ({formatQuantity(list.total, 'contato', 'contatos')})
          </option>
        ))}
      </SelectField>
      {isNew && (
        <TextField
          label="Nome da nova lista"
          name="name"
          autoComplete="off"
          value={name}
          error={form.errors.name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <label className={styles.check}>
        <input type="checkbox" name="delete" disabled={form.isSending} />
        {isNew ? 'Excluir depois as listas juntadas' : 'Excluir depois as outras'}
      </label>
    </FormDialog>
  )
}

/** A new list that came of it can go again: the others are as they were. */
function toastReport(report: ContactReport, canUndo: boolean): void {
  const sentence = severalMessages.joined(report.name, report)
  if (canUndo) {
    toastUndoable(sentence, () =>
      toastUndone(deleteContactList(report.id, { isForced: true }), severalMessages.parted),
    )
  } else toastDone(sentence)
}

function suggestedName(lists: readonly ContactList[]): string {
  const [first = '', second = '', ...others] = lists.map(listName)
  const rest = others.length === 0 ? second : `mais ${lists.length - 1}`
  return `${first} e ${rest}`.slice(0, NAME_MAX_LENGTH)
}

function refusalOf(name: string): string | undefined {
  if (name.trim() === '') return messages.contacts.nameRequired
  return ListName.safeParse(name).error?.issues[0]?.message
}
