import '@fontsource-variable/inter/wght.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLive } from './api/live.ts'
import { App } from './app.tsx'
import { restoreSession, watchOtherTabs } from './session/session.ts'

// Nothing is rendered before the stored session has been read.
restoreSession()
watchOtherTabs()
startLive()

const root = document.getElementById('root')
if (!root) throw new Error('the document has no root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
