const SHOWN_END = 4

/** A key as it stands on a screen that others may see: its end tells two apart. */
export function maskedKey(key: string): string {
  return `••••••••••••${key.slice(-SHOWN_END)}`
}
