import type { AroundNavHandler } from 'wouter'
import { hasUnsaved, mayLeave } from '../ui/forms/leave-guard.ts'

/** Goes to another address of the console; a screen that would lose something asks first. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (!hasUnsaved()) {
    navigate(to, options)
    return
  }
  mayLeave().then(
    (isLeaving) => isLeaving && navigate(to, options),
    () => undefined,
  )
}
