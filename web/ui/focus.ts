/** Whether what had the focus lost it, and nothing took it. */
export function isFocusDropped(): boolean {
  return document.activeElement === document.body
}

/** What had the focus is gone: the next Tab goes on within the screen, not at the page's beginning. */
export function focusScreen(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}
