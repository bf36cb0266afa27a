import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { askToLose, useLeaveGuard } from '../../ui/forms/leave-guard.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from './form-dialog.module.css'
import type { useFormSend } from './use-form-send.ts'

/** A dialog around one form: its fields, why it was refused, and the button that sends it. */
export function FormDialog({
  title,
  submit,
  form: { formRef, isSending, refusal },
  isChanged = false,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string
  /** What the button says. */
  readonly submit: string
  readonly form: ReturnType<typeof useFormSend>
  /** Something that no field tells was changed: a switch, say. */
  readonly isChanged?: boolean
  readonly onSubmit: (data: FormData) => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const formId = useId()
  const [isTouched, setIsTouched] = useState(false)
  const isUnsaved = isTouched || isChanged
  // What is being sent is on its way, and may lead elsewhere once it has arrived.
  useLeaveGuard(isUnsaved && !isSending, messages.gateway.unsaved)
  const close = async () => {
    if (isSending) return
    if (!isUnsaved || (await askToLose(messages.gateway.unsaved, title))) onClose()
  }
  return (
    <Dialog
      title={title}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>Cancelar</Button>
          <Button type="submit" form={formId} look="primary" isBusy={isSending}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={formRef}
        noValidate
        className={styles.form}
        onInput={() => setIsTouched(true)}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          onSubmit(new FormData(event.currentTarget))
        }}
      >
        {children}
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** What was typed into a field, without the spaces around it. */
export function typed(data: FormData, name: string): string {
  return String(data.get(name) ?? '').trim()
}

/** A schema's issues by the name of their field; what is inside a list counts for the list. */
export function refusalsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): readonly { readonly path: string; readonly message: string }[] {
  return issues.map(({ path, message }) => ({ path: String(path[0] ?? ''), message }))
}
