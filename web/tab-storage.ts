/** What the browser keeps for this tab: it outlives a reload, and ends with the tab. */
export const tabStorage = { read, keep }

/** The value kept under a name, to be checked; null where there is none that can be read. */
function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function keep(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A storage that is full or denied keeps nothing more: the page itself still has it.
  }
}
