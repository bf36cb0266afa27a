import { Download } from 'lucide-react'
import { useState } from 'react'
import { ContactListBody, listName } from '#contract/contacts/contact-list.ts'
import { JSON_BODY_LIMIT_BYTES } from '#contract/limits.ts'
import { CallError, sentenceOf } from '../../api/calls/call-error.ts'
import { useWholeList } from '../../api/lists/contact-files.ts'
import { type ListWithContacts, replaceContactList } from '../../api/lists/contacts.ts'
import { formatBytes, formatCount, formatQuantity } from '../../format.ts'
import { messages } from '../../messages.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useFormSend } from '../../parts/use-form-send.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { ErrorState } from '../../ui/display/states.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastDone, toastWarning } from '../../ui/overlays/toast.ts'
import { ContactRowsEditor } from './contact-rows-editor.tsx'
import styles from './dialogs.module.css'
import { checkDrafts, type DraftErrors, refusedCount, useContactRows } from './use-contact-rows.ts'

/** Most bytes of a contact in a call, with a name of usual length. */
const BYTES_A_CONTACT = 150
/** All contacts of a list go back in one call. */
const EDITABLE_CONTACTS = Math.floor(JSON_BODY_LIMIT_BYTES / BYTES_A_CONTACT)

/** Name and contacts of a list, unless it is too long for that. */
export function EditDialog({
  list,
  onClose,
  onExport,
}: {
  readonly list: ListWithContacts
  readonly onClose: () => void
  readonly onExport: () => void
}) {
  if (list.total <= EDITABLE_CONTACTS) return <WholeList list={list} onClose={onClose} />
  return (
    <Dialog
      title={`Editar ${listName(list)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Fechar</Button>
          <Button look="primary" icon={Download} onClick={onExport}>
            Exportar
          </Button>
        </>
      }
    >
      <p>
        Esta lista tem {formatCount(list.total)} contatos e é grande demais para ser editada aqui: o
        limite é de {formatCount(EDITABLE_CONTACTS)}. Exporte a lista, altere o arquivo e importe-o
        de novo.
      </p>
    </Dialog>
  )
}

/** The form, once all contacts are here. */
function WholeList({
  list,
  onClose,
}: {
  readonly list: ListWithContacts
  readonly onClose: () => void
}) {
  const { list: whole, error, receivedBytes, retry } = useWholeList(list.id)
  if (whole) return <EditForm list={whole} onClose={onClose} />
  const isGone = error instanceof CallError && error.status === 404
  return (
    <Dialog title={`Editar ${listName(list)}`} width="large" onClose={onClose}>
      {error ? (
        <ErrorState
          title={isGone ? messages.contacts.notFound : messages.contacts.loadFailed}
          detail={sentenceOf(error, messages.contacts.loadFailed)}
          onRetry={retry}
        />
      ) : (
        <Loading className={styles.form}>
          <Skeleton height="40px" />
          <Skeleton height="220px" />
          <p className={styles.help}>
            Lendo {formatQuantity(list.total, 'contato', 'contatos')}
            {receivedBytes > 0 && `: ${formatBytes(receivedBytes)} recebidos`}
          </p>
        </Loading>
      )}
    </Dialog>
  )
}

const noErrors: ReadonlyMap<string, DraftErrors> = new Map()

function EditForm({
  list,
  onClose,
}: {
  readonly list: ListWithContacts
  readonly onClose: () => void
}) {
  const { rows, change, isDirty: hasChangedRows } = useContactRows(list.contacts)
  const [name, setName] = useState(list.name)
  const [rowErrors, setRowErrors] = useState(noErrors)
  const failed = messages.contacts.updateFailed
  const form = useFormSend({
    failed,
    refusalOf: (error) => (isTooLarge(error) ? tooLarge : sentenceOf(error, failed)),
  })
  const stillRefused = refusedCount(rows, rowErrors)

  const save = async () => {
    const { contacts, errors: found } = checkDrafts(rows)
    const refusedName = refusalOfName(name, list.name)
    setRowErrors(found)
    form.show(refusedName ? { name: refusedName } : {})
    if (contacts.length === 0) toastWarning(messages.contacts.noValidContacts)
    if (found.size > 0 || refusedName || contacts.length === 0) return
    await form.send(async () => {
      await replaceContactList(list.id, { name: name.trim(), contacts })
      toastDone(messages.contacts.updated)
      onClose()
    })
  }

  return (
    <FormDialog
      title={`Editar ${listName(list)}`}
      width="large"
      submit="Salvar"
      form={form}
      isUnsaved={hasChangedRows || name !== list.name}
      unsaved={messages.contacts.unsaved}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label="Nome da lista"
        name="name"
        autoComplete="off"
        value={name}
        error={form.errors.name}
        onChange={({ target }) => setName(target.value)}
      />
      <ContactRowsEditor rows={rows} change={change} errors={rowErrors} />
      {stillRefused > 0 && (
        <Notice tone="danger">
          {formatQuantity(stillRefused, 'linha precisa', 'linhas precisam')} de correção antes de
          salvar.
        </Notice>
      )}
    </FormDialog>
  )
}

/** Names may be longer than they usually are, and pasted rows may be many. */
function isTooLarge(error: unknown): boolean {
  return error instanceof CallError && error.code === 'body_too_large'
}

const tooLarge =
  'A lista ficou grande demais para ser salva de uma vez. Nada foi alterado: tire daqui os contatos novos e acrescente-os depois com Importar, ou exporte a lista, altere o arquivo e importe-o como uma lista nova.'

/** A list that never had a name may stay without one. */
function refusalOfName(name: string, before: string): string | undefined {
  if (name.trim() === '' && before !== '') return messages.contacts.nameRequired
  return ContactListBody.shape.name.safeParse(name).error?.issues[0]?.message
}
