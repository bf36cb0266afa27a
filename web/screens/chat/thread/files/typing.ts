/** Tells later whether the person has meanwhile gone to a field to type. */
export function wasLeftForTyping(): () => boolean {
  const before = document.activeElement
  return () => {
    const now = document.activeElement
    return now !== before && now !== null && now.matches('textarea, input:not([type="range"])')
  }
}
