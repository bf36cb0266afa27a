import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ContactList, listName } from '#contract/contacts/contact-list.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { exportContacts } from '../../api/lists/contact-files.ts'
import { formatCount, formatQuantity } from '../../format.ts'
import { messages } from '../../messages.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { saveFile } from '../../save-file.ts'
import { ProgressBar } from '../../ui/display/progress.tsx'
import { RadioCard, RadioCards } from '../../ui/forms/radio-cards.tsx'
import { toastFailed } from '../../ui/overlays/toast.ts'
import styles from './dialogs.module.css'

const formats = [
  {
    separator: ',',
    name: 'CSV',
    hint: 'Separado por vírgulas: para importar aqui ou em outro sistema.',
  },
  {
    separator: ';',
    name: 'CSV para Excel',
    hint: 'Separado por ponto e vírgula: abre direto na planilha.',
  },
] as const

/** Saves a list as a file, in one of two kinds of CSV. */
export function ExportDialog({
  list,
  onClose,
}: {
  readonly list: ContactList
  readonly onClose: () => void
}) {
  return <ExportListsDialog lists={[list]} onClose={onClose} />
}

/** Saves lists as one file. */
export function ExportListsDialog({
  lists,
  onClose,
}: {
  readonly lists: readonly ContactList[]
  readonly onClose: () => void
}) {
  const [received, setReceived] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const [only] = lists.length === 1 ? lists : []
  useEffect(() => () => running.current?.abort(), [])

  const save = async (separator: ',' | ';') => {
    const controller = new AbortController()
    running.current = controller
    setReceived(0)
    setFailure(null)
    try {
      const { signal } = controller
      const ids = lists.map(({ id }) => id)
      const { file, name } = await exportContacts(ids, {
        separator,
        signal,
        onContacts: setReceived,
      })
      saveFile(file, name)
      onClose()
    } catch (error) {
      if (controller.signal.aborted) return
      toastFailed(messages.contacts.exportFailed)
      setFailure(sentenceOf(error, messages.contacts.exportFailed))
      setReceived(null)
    }
  }

  return (
    <FormDialog
      title={`Exportar ${only ? listName(only) : formatQuantity(lists.length, 'lista', 'listas')}`}
      submit="Exportar"
      icon={Download}
      form={{ isSending: received !== null, refusal: failure }}
      isUnsaved={false}
      mayCloseWhileSending
      onSubmit={(data) => void save(data.get('separator') === ';' ? ';' : ',')}
      onClose={onClose}
    >
      <p className={styles.help}>
        {formatQuantity(total, 'contato', 'contatos')}, com nome, telefone e os outros campos
        {only ? ' da lista.' : ', em um arquivo só: uma coluna diz de que lista é cada um.'}
      </p>
      <RadioCards legend="Formato do arquivo" disabled={received !== null}>
        {formats.map(({ separator, name, hint }) => (
          <RadioCard
            key={separator}
            name="separator"
            value={separator}
            title={name}
            hint={hint}
            defaultChecked={separator === (only ? ',' : ';')}
          />
        ))}
      </RadioCards>
      {received !== null && (
        <div className={styles.progress}>
          <ProgressBar label="Exportação" value={received} max={total} />
          <p className={styles.help}>
            {formatCount(Math.min(received, total))} de {formatCount(total)} contatos
          </p>
        </div>
      )}
    </FormDialog>
  )
}
