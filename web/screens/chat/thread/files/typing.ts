/** Returns a check whether the user has gone to a field to type since. */
export function wasLeftForTyping(): () => boolean {
  const before = document.activeElement
  return () => {
    const now = document.activeElement
    return now !== before && now !== null && now.matches('textarea, input:not([type="range"])')
  }
}
