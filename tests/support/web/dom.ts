import { Window } from 'happy-dom'
import { vi } from 'vitest'
import { populateGlobal } from 'vitest/runtime'
import { PATIENCE_MS } from '../patience.ts'

// State that a page keeps outside its components belongs to one file: the next file begins with a
// new page.
vi.resetModules()

/**
 * A page for the console's code, in the thread of the daemon's: Node's own requests, answers and
 * streams stay, which vitest's environment would replace.
 */
if (!('document' in globalThis)) {
  const page = new Window({ url: 'http://localhost:3000', width: 1440, height: 900 })
  populateGlobal(globalThis, page, { bindFunctions: true, additionalKeys: ['FormData'] })
  // happy-dom has no top layer: a popover stays where it is.
  Object.assign(page.HTMLElement.prototype, {
    showPopover: () => undefined,
    hidePopover: () => undefined,
  })
}

// Loaded after the page exists: the module looks for one at once.
const { configure, getConfig } = await import('@testing-library/react')
const { getElementError } = getConfig()
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // A waiting query misses many times: the page is printed only once, with the thrown error.
  getElementError: (message, container) => {
    if (!Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')) {
      return getElementError(message, container)
    }
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  },
})

// React takes a stack for each of the first 10,000 elements of a second, which took a tenth of all
// time: this skips them. Its warnings still name the component.
const { default: react } = await import('react')
const ofReact = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(Reflect.get(react, ofReact), 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})
