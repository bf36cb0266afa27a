import '@fontsource-variable/inter/wght.css'
import './styles/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetWithSession } from './api/calls/forget.ts'
import { App, preloadScreen } from './app.tsx'
import { loadPatiently } from './lazy-part.tsx'
import { report } from './report.ts'
import { getSession, restoreSession, watchOtherTabs } from './session/session.ts'
import { watchBack } from './ui/back-trap.ts'

/**
 * How long the first picture waits for the script of its screen: until then the document shows the
 * frame by itself, and to draw it twice would take a slow phone longer.
 */
const FIRST_SCREEN_WAIT_MS = 1_000

new Worker(new URL('./language.worker.ts', import.meta.url), { name: 'language' })
// Nothing is rendered before the stored session has been read.
restoreSession()
watchBack()
watchOtherTabs()
forgetWithSession()

const root = document.getElementById('root')
if (!root) throw new Error('the document has no root')
const screenRoot = createRoot(root)
// No top-level `await`: the screen's script waits for this module to be done.
Promise.race([preloadHere(), pause(FIRST_SCREEN_WAIT_MS)]).then(render, render)

/** Draws in slices, between which the browser answers a tap: a slow phone needs 100 ms at once. */
function render(): void {
  startTransition(() =>
    screenRoot.render(
      <StrictMode>
        <App onShown={follow} />
      </StrictMode>,
    ),
  )
}

/** The script of the first screen comes with the document: what is there at once needs no skeleton. */
async function preloadHere(): Promise<void> {
  if (!getSession()) return
  // The module for calls is read in a task of its own: together with the screen's script it would
  // keep a slow phone from answering a tap.
  await import('./api/calls/use-call.ts')
  await preloadScreen(location.pathname)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Starts the live updates, after the first screen. */
function follow(): void {
  let tries = 0
  loadPatiently(() => {
    tries += 1
    return import('./after-first.ts')
  }).then(
    ({ startLive }) => startLive({ hasMissedEvents: tries > 1 }),
    (error: unknown) => report('As novidades ao vivo não começaram.', error),
  )
}
