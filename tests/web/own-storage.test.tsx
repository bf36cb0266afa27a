import { expect, onTestFinished, test } from 'vitest'
import { ownStorage } from '../../web/own-storage.ts'
import { getSession, restoreSession } from '../../web/session/session.ts'
import { aConsole } from '../support/web/console.tsx'

const denial = /O navegador não guarda os dados do console/

/** As with cookies blocked: the mere look at the storage throws. */
function denyStorage() {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {}
  onTestFinished(() => void Object.defineProperty(globalThis, 'localStorage', own))
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
}

test('where the browser stores nothing, the page keeps session and appearance for itself', async () => {
  const { complaints, open, session } = await aConsole()
  denyStorage()
  restoreSession()
  expect(getSession()).toBeNull()
  const { user, page } = await open('/settings?aba=aparencia')
  const dark = await page.findByRole('radio', { name: /Escuro/ })
  await user.click(dark)
  expect(ownStorage.read('disparo.aparencia')).toContain('escuro')
  restoreSession()
  expect(getSession()?.token).toBe(session.token)
  ownStorage.keep('a', '1')
  expect(ownStorage.read('a')).toBe('1')
  ownStorage.forget('a')
  expect(ownStorage.read('a')).toBeNull()
  // One complaint is logged, however many tries fail.
  expect(complaints.take(denial)).toHaveLength(1)
})
