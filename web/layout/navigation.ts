import type { AroundNavHandler } from 'wouter'
import { isTrap } from '../ui/back-trap.ts'
import { hasUnsaved, mayLeave } from '../ui/forms/leave-guard.ts'

/** Goes to another address of the console; a screen that would lose something asks first. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const go = () => {
    const { pathname } = location
    navigate(to, isTrap() ? { ...options, replace: true } : options)
    // What stands in the address alone, such as a tab, leaves the page where it is.
    if (location.pathname !== pathname) scrollTo({ top: 0 })
  }
  if (!hasUnsaved()) {
    go()
    return
  }
  mayLeave().then(
    (isLeaving) => isLeaving && go(),
    () => undefined,
  )
}
