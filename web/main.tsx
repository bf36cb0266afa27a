import '@fontsource-variable/inter/wght.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { report } from './report.ts'
import { restoreSession, watchOtherTabs } from './session/session.ts'

// Nothing is rendered before the stored session has been read.
restoreSession()
watchOtherTabs()

const root = document.getElementById('root')
if (!root) throw new Error('the document has no root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// No screen waits for news: what keeps them fresh comes after them.
import('./api/live.ts').then(
  ({ startLive }) => startLive(),
  (error: unknown) => report('As novidades ao vivo não puderam ser carregadas.', error),
)
