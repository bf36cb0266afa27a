import { Window } from 'happy-dom'
import { vi } from 'vitest'
import { populateGlobal } from 'vitest/runtime'
import { PATIENCE_MS } from '../patience.ts'

// What a page keeps beside its components is that of one file: the next begins with a page of its own.
vi.resetModules()

/**
 * A page for the console's code, in the thread of the daemon's: what Node itself has (requests,
 * answers, streams) stays as it is, which vitest's own environment would replace.
 */
if (!('document' in globalThis)) {
  const page = new Window({ url: 'http://localhost:3000', width: 1440, height: 900 })
  populateGlobal(globalThis, page, { bindFunctions: true, additionalKeys: ['FormData'] })
  // What happy-dom has no top layer for: a popover stays where it is.
  Object.assign(page.HTMLElement.prototype, {
    showPopover: () => undefined,
    hidePopover: () => undefined,
  })
}

// Looks for a page as soon as it is loaded.
const { configure } = await import('@testing-library/react')
configure({ asyncUtilTimeout: PATIENCE_MS })
