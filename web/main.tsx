import '@fontsource-variable/inter/wght.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { forgetWithSession } from './api/forget.ts'
import { App } from './app.tsx'
import { loadPatiently } from './lazy-part.tsx'
import { report } from './report.ts'
import { restoreSession, watchOtherTabs } from './session/session.ts'

// Nothing is rendered before the stored session has been read.
restoreSession()
watchOtherTabs()
forgetWithSession()

const root = document.getElementById('root')
if (!root) throw new Error('the document has no root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// No screen waits for news: what keeps them fresh comes after them.
let tries = 0
loadPatiently(() => {
  tries += 1
  return import('./api/live.ts')
}).then(
  ({ startLive }) => startLive({ hasMissedNews: tries > 1 }),
  (error: unknown) => report('As novidades ao vivo não começaram.', error),
)
