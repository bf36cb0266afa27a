import { useState } from 'react'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { appendContacts, createContactList } from '../../api/lists/contacts.ts'
import { formatQuantity } from '../../format.ts'
import { messages } from '../../messages.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useFormSend } from '../../parts/use-form-send.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { askText } from '../../ui/overlays/ask.ts'
import { toastDone, toastWarning } from '../../ui/overlays/toast.ts'
import { ContactRowsEditor } from './contact-rows-editor.tsx'
import styles from './dialogs.module.css'
import { TargetField } from './import/target-field.tsx'
import { checkDrafts, type DraftErrors, refusedCount, useContactRows } from './use-contact-rows.ts'

const none: ReadonlyMap<string, DraftErrors> = new Map()

/** Contacts typed or pasted by hand, for a new list or one that is there. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { rows, change, isDirty } = useContactRows([])
  const [errors, setErrors] = useState(none)
  const [listId, setListId] = useState('')
  const isNew = listId === ''
  const failed = isNew ? messages.contacts.createFailed : messages.contacts.updateFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const stillRefused = refusedCount(rows, errors)

  const save = async () => {
    const { contacts, errors: found } = checkDrafts(rows)
    setErrors(found)
    if (contacts.length === 0) toastWarning(messages.contacts.noValidContacts)
    if (found.size > 0 || contacts.length === 0) return
    const name = isNew ? await askListName() : ''
    if (name === null) return
    await form.send(async () => {
      await (isNew ? createContactList({ name, contacts }) : appendContacts(listId, contacts))
      toastDone(isNew ? messages.contacts.created : messages.contacts.updated)
      onClose()
    })
  }

  return (
    <FormDialog
      title="Novo Contato"
      width="large"
      submit="Salvar"
      form={form}
      isUnsaved={isDirty}
      unsaved={messages.contacts.unsaved}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TargetField listId={listId} onChange={setListId} />
      <p className={styles.help}>
        Digite o telefone com DDD. Para colar várias linhas de uma planilha, copie as colunas nome e
        telefone e cole em qualquer campo.
      </p>
      <ContactRowsEditor rows={rows} change={change} errors={errors} />
      {stillRefused > 0 && (
        <Notice tone="danger">
          {formatQuantity(stillRefused, 'linha precisa', 'linhas precisam')} de correção antes de
          salvar.
        </Notice>
      )}
    </FormDialog>
  )
}

function askListName(): Promise<string | null> {
  return askText('Nova lista', {
    label: 'Nome da lista',
    required: messages.contacts.nameRequired,
  })
}
