import { BookmarkPlus, FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { type MessageTemplate, MessageTemplateBody } from '#contract/campaigns/message-template.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { foldText } from '#contract/fold.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  useTemplates,
} from '../../api/campaigns/message-templates.ts'
import { Listed } from '../../ui/display/listed.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { byField } from '../../ui/forms/use-form-errors.ts'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastDone, toastFailed } from '../../ui/overlays/toast.ts'
import { useFormSend } from '../use-form-send.ts'
import { templateMessages } from './template-messages.ts'
import styles from './templates-dialog.module.css'

/** Texts to begin with, and a name under which the present one is kept. */
export function TemplatesDialog({
  text,
  onUse,
  onClose,
}: {
  /** What is written now. */
  readonly text: string
  readonly onUse: (text: string) => void
  readonly onClose: () => void
}) {
  const { templates, error, isLoading, retry } = useTemplates()
  const use = async (template: MessageTemplate) => {
    const title = 'Usar modelo'
    const isLosing = text.trim() !== '' && text !== template.text
    if (isLosing && !(await askYesNo(templateMessages.useConfirm, { title }))) return
    // What is behind an open dialog cannot be written into so that Ctrl+Z takes it back.
    flushSync(onClose)
    onUse(template.text)
  }
  // Out of the campaign's form: a form holds no other.
  return createPortal(
    <Dialog title="Modelos de mensagem" onClose={onClose}>
      <div className={styles.dialog}>
        <Listed
          items={templates}
          error={isLoading ? undefined : error}
          failed={templateMessages.loadFailed}
          onRetry={retry}
          waiting={{ count: 3, height: '3.5rem' }}
          className={styles.waiting}
          empty={
            <EmptyState icon={FileText} title="Nenhum modelo ainda">
              Guarde um texto que você usa sempre, para não escrevê-lo de novo.
            </EmptyState>
          }
        >
          {(all) => (
            <ul className={styles.list}>
              {all.map((template) => (
                <Template key={template.id} template={template} onUse={() => void use(template)} />
              ))}
            </ul>
          )}
        </Listed>
        {templates && <SaveForm text={text} templates={templates} />}
      </div>
    </Dialog>,
    document.body,
  )
}

function Template({
  template: { id, name, text },
  onUse,
}: {
  readonly template: MessageTemplate
  readonly onUse: () => void
}) {
  const remove = async () => {
    const question = templateMessages.deleteConfirm(name)
    if (!(await askYesNo(question, { title: 'Excluir modelo', isDangerous: true }))) return
    try {
      await deleteTemplate(id)
      toastDone(templateMessages.deleted)
    } catch (error) {
      toastFailed(sentenceOf(error, templateMessages.deleteFailed))
    }
  }
  return (
    <li className={styles.template}>
      <span>
        <b>{name}</b>
        <small>{text}</small>
      </span>
      <Button aria-label={`Usar ${name}`} onClick={onUse}>
        Usar
      </Button>
      <IconButton label={`Excluir ${name}`} icon={Trash2} onClick={() => void remove()} />
    </li>
  )
}

function SaveForm({
  text,
  templates,
}: {
  readonly text: string
  readonly templates: readonly MessageTemplate[]
}) {
  const failed = templateMessages.saveFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const [name, setName] = useState('')
  const submit = async () => {
    const body = MessageTemplateBody.safeParse({ nome: name, texto: text })
    if (!body.success) return form.show(byField(toFieldErrors(body.error)))
    const { nome } = body.data
    const same = templates.find((each) => foldText(each.name) === foldText(nome))
    const question = same && templateMessages.replaceConfirm(same.name)
    if (question && !(await askYesNo(question, { title: 'Trocar modelo' }))) return
    await form.send(async () => {
      if (same) await changeTemplate(same.id, text)
      else await createTemplate(body.data)
      setName('')
      toastDone(templateMessages.saved)
    })
  }
  if (text.trim() === '') return null
  return (
    <form
      ref={form.formRef}
      noValidate
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault()
        // The campaign's own form is around the dialog.
        event.stopPropagation()
        void submit()
      }}
    >
      <TextField
        label="Guardar o texto escrito como"
        name="nome"
        autoComplete="off"
        placeholder="Boas-vindas"
        value={name}
        error={form.errors.nome ?? form.errors.texto}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" icon={BookmarkPlus} isBusy={form.isSending}>
        Guardar
      </Button>
      {form.refusal && <Notice tone="danger">{form.refusal}</Notice>}
    </form>
  )
}
