/** Whether a key of the page means something else: a dialog is over it, or a field is written into. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true
  return target instanceof Element && target.matches('input:not([type="checkbox"]), select')
}
