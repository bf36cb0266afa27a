import { BookmarkPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type MessageTemplate, MessageTemplateBody } from '#contract/campaigns/message-template.ts'
import { renderTemplate } from '#contract/campaigns/template.ts'
import { toFieldErrors } from '#contract/error-json.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { changeTemplate, createTemplate } from '../../api/campaigns/message-templates.ts'
import { useNow } from '../../ui/display/relative-time.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { applyEdit } from '../../ui/forms/text-edit.ts'
import { byField } from '../../ui/forms/use-form-errors.ts'
import { toastDone } from '../../ui/overlays/toast.ts'
import { FormDialog } from '../form-dialog.tsx'
import { MessageEditor } from '../message-editor/message-editor.tsx'
import { VariableChips } from '../message-editor/variable-chips.tsx'
import { exampleContact } from '../phone/example-contact.ts'
import { PhonePreview } from '../phone/phone-preview.tsx'
import { useFormSend } from '../use-form-send.ts'
import { OtherFields } from './other-fields.tsx'
import { templateMessages } from './template-messages.ts'

const CLOCK_MS = 60_000

/** What a new template begins with. */
export type TemplateStart = { readonly name: string; readonly text: string }

/** A template's name and text, as they will be read; a new one, or a change of one. */
export function TemplateDialog({
  template,
  start = { name: '', text: '' },
  onClose,
}: {
  /** The one that is changed; left out: a new one. */
  readonly template?: MessageTemplate | undefined
  readonly start?: TemplateStart
  readonly onClose: () => void
}) {
  const begin = template ?? start
  const [name, setName] = useState(begin.name)
  const [text, setText] = useState(begin.text)
  const now = useNow(CLOCK_MS)
  const failed = templateMessages.saveFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const area = useRef<HTMLTextAreaElement | null>(null)
  useEffect(() => {
    const field = area.current
    // A name that is there already leaves the text to be written.
    if (!begin.name || !field || !matchMedia('(pointer: fine)').matches) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [begin.name])
  const insert = (variable: string) => {
    if (!area.current) return
    const { selectionStart: from, selectionEnd: to } = area.current
    const end = from + variable.length
    setText(applyEdit(area.current, { from, to, insert: variable, select: [end, end] }))
  }
  const submit = async () => {
    const body = MessageTemplateBody.safeParse({ nome: name, texto: text })
    if (!body.success) return form.show(byField(toFieldErrors(body.error)))
    await form.send(async () => {
      if (template) await changeTemplate(template.id, body.data)
      else await createTemplate(body.data)
      toastDone(templateMessages.saved)
      onClose()
    })
  }
  return (
    <FormDialog
      title={template ? 'Editar modelo' : 'Novo modelo'}
      width="large"
      submit="Salvar modelo"
      icon={BookmarkPlus}
      form={form}
      isUnsaved={name !== begin.name || text !== begin.text}
      unsaved={templateMessages.unsaved}
      onSubmit={() => void submit()}
      onClose={onClose}
      aside={
        <PhonePreview
          contact={exampleContact}
          text={renderTemplate(text, exampleContact)}
          image={null}
          atMs={now}
          empty="O texto aparece aqui enquanto você escreve."
          look="card"
        />
      }
    >
      <TextField
        label="Nome"
        name="nome"
        autoComplete="off"
        placeholder="Boas-vindas"
        hint="No chat, digite / e o começo do nome para achar o modelo."
        value={name}
        error={form.errors.nome}
        onChange={({ target }) => setName(target.value)}
      />
      <MessageEditor
        ref={area}
        label="Texto"
        name="texto"
        rows={6}
        value={text}
        placeholder="Oi, {primeiro_nome}! Obrigada por escrever."
        error={form.errors.texto}
        columns={[]}
        contact={exampleContact}
        onChange={setText}
      />
      <VariableChips columns={[]} onInsert={insert} />
      <OtherFields text={text} />
    </FormDialog>
  )
}
