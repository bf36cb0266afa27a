/** How date and time fields write an instant. */
export function localParts(ms: number): { readonly date: string; readonly time: string } {
  const at = new Date(ms)
  const pad = (value: number) => String(value).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
  }
}
