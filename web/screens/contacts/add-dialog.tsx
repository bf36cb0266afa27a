import { useId, useState } from 'react'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { appendContacts, createContactList } from '../../api/contacts.ts'
import { formatQuantity } from '../../format.ts'
import { messages } from '../../messages.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { askToLose, useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { askText } from '../../ui/overlays/ask.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastDone, toastFailed, toastWarning } from '../../ui/overlays/toast.ts'
import { ContactRowsEditor } from './contact-rows-editor.tsx'
import styles from './dialogs.module.css'
import { TargetField } from './import/target-field.tsx'
import { checkDrafts, type DraftErrors, refusedCount, useContactRows } from './use-contact-rows.ts'

const none: ReadonlyMap<string, DraftErrors> = new Map()

/** Contacts typed or pasted by hand, for a new list or one that is there. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId()
  const { rows, change, isDirty } = useContactRows([])
  const [errors, setErrors] = useState(none)
  const [failure, setFailure] = useState<string>()
  const [listId, setListId] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const stillRefused = refusedCount(rows, errors)
  useLeaveGuard(isDirty, messages.contacts.unsaved)

  const close = async () => {
    if (isSaving) return
    if (!isDirty || (await askToLose(messages.contacts.unsaved, 'Novo Contato'))) onClose()
  }

  const save = async () => {
    const { contacts, errors: found } = checkDrafts(rows)
    setErrors(found)
    if (contacts.length === 0) toastWarning(messages.contacts.noValidContacts)
    if (found.size > 0 || contacts.length === 0) return
    const name = listId === '' ? await askListName() : ''
    if (name === null) return
    setIsSaving(true)
    setFailure(undefined)
    const isNew = listId === ''
    try {
      await (isNew ? createContactList({ name, contacts }) : appendContacts(listId, contacts))
      toastDone(isNew ? messages.contacts.created : messages.contacts.updated)
      onClose()
    } catch (error) {
      const sentence = isNew ? messages.contacts.createFailed : messages.contacts.updateFailed
      toastFailed(sentence)
      setFailure(sentenceOf(error, sentence))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Dialog
      title="Novo Contato"
      width="large"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button type="submit" form={formId} look="primary" isBusy={isSaving}>
            Salvar
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSaving) save().catch(() => undefined)
        }}
      >
        <TargetField listId={listId} onChange={setListId} />
        <p className={styles.help}>
          Digite o telefone com DDD. Para colar várias linhas de uma planilha, copie as colunas nome
          e telefone e cole em qualquer campo.
        </p>
        <ContactRowsEditor rows={rows} change={change} errors={errors} />
        {stillRefused > 0 && (
          <Notice tone="danger">
            {formatQuantity(stillRefused, 'linha precisa', 'linhas precisam')} de correção antes de
            salvar.
          </Notice>
        )}
        {failure && <Notice tone="danger">{failure}</Notice>}
      </form>
    </Dialog>
  )
}

function askListName(): Promise<string | null> {
  return askText('Nova lista', {
    label: 'Nome da lista',
    required: messages.contacts.nameRequired,
  })
}
