import { BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { type MessageTemplate, MessageTemplateBody } from '#contract/campaigns/message-template.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { foldText } from '#contract/fold.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import {
  changeTemplate,
  createTemplate,
  useTemplates,
} from '../../api/campaigns/message-templates.ts'
import { getSession } from '../../session/session.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { byField } from '../../ui/forms/use-form-errors.ts'
import { askYesNo } from '../../ui/overlays/ask.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toastDone } from '../../ui/overlays/toast.ts'
import type { TemplateChoice } from '../message-editor/message-editor.tsx'
import { useFormSend } from '../use-form-send.ts'
import { templateMessages } from './template-messages.ts'
import { noteUse } from './template-uses.ts'
import styles from './templates-dialog.module.css'
import { TemplatesPanel } from './templates-panel.tsx'

/** Texts to begin with, and a name under which the present one is kept. */
export function TemplatesDialog({ text, onUse, onClose }: TemplateChoice) {
  const { templates } = useTemplates()
  const use = async (template: MessageTemplate) => {
    const title = 'Usar modelo'
    const isLosing = text.trim() !== '' && text !== template.text
    if (isLosing && !(await askYesNo(templateMessages.useConfirm, { title }))) return
    noteUse(getSession()?.user.id ?? '', template.id, Date.now())
    // Closed first: behind an open dialog the field could not be written into so that Ctrl+Z works.
    flushSync(onClose)
    onUse(template.text)
  }
  // Outside the campaign's form, since forms cannot be nested.
  return createPortal(
    <div
      // React's events still reach that form, which would send itself as well.
      onSubmit={(event) => event.stopPropagation()}
    >
      <Dialog title="Modelos de mensagem" onClose={onClose}>
        <div className={styles.dialog}>
          <TemplatesPanel onUse={(template) => void use(template)} />
          {templates && <SaveForm text={text} templates={templates} />}
        </div>
      </Dialog>
    </div>,
    document.body,
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
      if (same) await changeTemplate(same.id, { texto: text })
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
