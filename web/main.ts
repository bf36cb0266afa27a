import './jitless.ts'

const PAUSE_MS = 2_000

/**
 * Reads React, and then the console: each in a task of its own. Read at once they keep a slow phone
 * from a tap for longer than anybody waits. The document names both files, so neither comes later.
 */
async function begin(): Promise<void> {
  await import('react-dom/client')
  await import('./start.tsx')
}

/** The server may be away for a moment: until it is back the document shows the frame by itself. */
function beginPatiently(): void {
  begin().catch(() => setTimeout(beginPatiently, PAUSE_MS))
}

beginPatiently()
