const SAFE_NAME = /^[A-Za-z0-9_-]{1,100}$/

/** Whether an id can be a folder's name. */
export function isSafeName(name: string): boolean {
  return SAFE_NAME.test(name)
}

/** @throws Error for an id that would lead to another folder */
export function safeName(name: string): string {
  if (!isSafeName(name)) throw new Error(`no folder for ${name}`)
  return name
}
