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
const { configure, getConfig } = await import('@testing-library/react')
const { getElementError } = getConfig()
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // What is waited for is missed many times: the page is printed once, with the error that is thrown.
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
// time: as if they were past. It belongs to its warnings, which name the component all the same.
const { default: react } = await import('react')
const ofReact = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
Object.defineProperty(Reflect.get(react, ofReact), 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})
