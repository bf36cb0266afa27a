import type { LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { messages } from '../messages.ts'
import { Notice } from '../ui/display/notice.tsx'
import { Button } from '../ui/forms/button.tsx'
import { askToLose, useLeaveGuard } from '../ui/forms/leave-guard.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import styles from './form-dialog.module.css'

/** A dialog around one form: its fields, why it was refused, and the button that sends it. */
export function FormDialog({
  title,
  width = 'medium',
  submit,
  icon,
  isDangerous = false,
  cancel = 'Cancelar',
  form: { formRef, isSending, refusal },
  isWaiting = false,
  isUnsaved: isKnownUnsaved,
  unsaved = messages.form.unsaved,
  mayCloseWhileSending = false,
  aside,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string
  readonly width?: 'small' | 'medium' | 'large'
  /** What the button says. */
  readonly submit: string
  readonly icon?: LucideIcon
  /** What it does cannot be undone. */
  readonly isDangerous?: boolean
  readonly cancel?: string
  readonly form: {
    readonly formRef?: RefObject<HTMLFormElement | null>
    readonly isSending: boolean
    readonly refusal: string | null
  }
  /** What the fields are to show is still being read: there is nothing to send yet. */
  readonly isWaiting?: boolean
  /** Whether something would be lost; left out: whether any field was touched. */
  readonly isUnsaved?: boolean | undefined
  /** Asks whether to lose it. */
  readonly unsaved?: string
  readonly mayCloseWhileSending?: boolean
  /** What stands beside the form, and below it on a narrow page. */
  readonly aside?: ReactNode
  readonly onSubmit: (data: FormData) => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const formId = useId()
  const [isTouched, setIsTouched] = useState(false)
  const isUnsaved = isKnownUnsaved ?? isTouched
  // A form that is being sent loses nothing, and may lead elsewhere once it is saved.
  useLeaveGuard(isUnsaved && !isSending, unsaved)
  const close = async () => {
    if (isSending && !mayCloseWhileSending) return
    if (!isUnsaved || (await askToLose(unsaved, title))) onClose()
  }
  return (
    <Dialog
      title={title}
      width={width}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>{cancel}</Button>
          <Button
            type="submit"
            form={formId}
            look={isDangerous ? 'danger' : 'primary'}
            icon={icon}
            disabled={isWaiting}
            isBusy={isSending}
          >
            {submit}
          </Button>
        </>
      }
    >
      <div className={aside ? styles.beside : undefined}>
        <form
          id={formId}
          ref={formRef}
          noValidate
          className={styles.form}
          onInput={() => setIsTouched(true)}
          onKeyDown={(event) => {
            // In a text of many lines Enter alone begins another line.
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            event.currentTarget.requestSubmit()
          }}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isSending && !isWaiting) onSubmit(new FormData(event.currentTarget))
          }}
        >
          {children}
          {refusal && <Notice tone="danger">{refusal}</Notice>}
        </form>
        {aside}
      </div>
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
