import { useState } from 'react'
import { listName } from '#contract/contacts/contact-list.ts'
import { sentenceOf } from '../../../api/calls/call-error.ts'
import { useListNames } from '../../../api/lists/contacts.ts'
import { moveRows } from '../../../api/lists/list-rows.ts'
import { formatQuantity } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useFormSend } from '../../../parts/use-form-send.ts'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { toastDone } from '../../../ui/overlays/toast.ts'
import { listMessages } from './list-messages.ts'

/** Takes the chosen contacts to another list, or to a new one. */
export function MoveDialog({
  listId,
  phones,
  onMoved,
  onClose,
}: {
  readonly listId: string
  readonly phones: readonly string[]
  readonly onMoved: () => void
  readonly onClose: () => void
}) {
  const { lists = [] } = useListNames()
  const [targetId, setTargetId] = useState('')
  const [name, setName] = useState('')
  const form = useFormSend({
    failed: listMessages.moveFailed,
    refusalOf: (error) => sentenceOf(error, listMessages.moveFailed),
  })
  const move = async () => {
    const isNameless = targetId === '' && name.trim() === ''
    form.show(isNameless ? { name: messages.contacts.nameRequired } : {})
    if (isNameless) return
    await form.send(async () => {
      const to = targetId === '' ? { name: name.trim() } : { listId: targetId }
      const report = await moveRows(listId, { phones, to, isCopy: false })
      toastDone(listMessages.moved(phones.length, report.name))
      onMoved()
      onClose()
    })
  }
  return (
    <FormDialog
      title={`Mover ${formatQuantity(phones.length, 'contato', 'contatos')}`}
      width="small"
      submit="Mover"
      form={form}
      isUnsaved={false}
      unsaved={messages.contacts.unsaved}
      onSubmit={() => void move()}
      onClose={onClose}
    >
      <SelectField
        label="Para"
        name="list"
        value={targetId}
        onChange={({ target }) => setTargetId(target.value)}
      >
        <option value="">Nova lista</option>
        {lists
          .filter(({ id }) => id !== listId)
          .map((list) => (
            <option key={list.id} value={list.id}>
              {listName(list)} ({formatQuantity(list.total, 'contato', 'contatos')})
            </option>
          ))}
      </SelectField>
      {targetId === '' && (
        <TextField
          label="Nome da nova lista"
          name="name"
          autoComplete="off"
          value={name}
          error={form.errors.name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
    </FormDialog>
  )
}
