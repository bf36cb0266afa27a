import { Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPart, loadPatiently } from '../lazy-part.tsx'
import { isSimulator } from '../page-facts.ts'
import type { Session } from '../session/session.ts'
import { catchBack } from '../ui/back-trap.ts'
import { focusScreen, isFocusDropped } from '../ui/focus.ts'
import { IconButton } from '../ui/forms/button.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

const ConnectionBar = lazyPart(
  async () => (await loadPatiently(() => import('../after-first.ts'))).ConnectionBar,
)
const HotKeys = lazyPart(
  async () => (await loadPatiently(() => import('../after-first.ts'))).HotKeys,
)
const SimulatorFaults = lazyPart(
  async () => (await loadPatiently(() => import('./simulator-faults.tsx'))).SimulatorFaults,
)

/** The frame of every screen of a signed-in user. On a narrow page the sidebar is a drawer. */
export function Shell({
  session,
  children,
}: {
  readonly session: Session
  readonly children: ReactNode
}) {
  const [location] = useLocation()
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const drawerRef = useRef<HTMLDialogElement>(null)
  const isFirst = useRef(true)

  // A link that led here is gone with its screen: the next Tab goes on in this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new screen asks where the focus is
  useEffect(() => {
    if (isFocusDropped() && !isFirst.current) focusScreen()
    isFirst.current = false
  }, [location])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the drawer
  useEffect(() => setIsDrawerOpen(false), [location])
  useEffect(() => {
    if (isDrawerOpen) drawerRef.current?.showModal()
    else drawerRef.current?.close()
    if (isDrawerOpen) return catchBack(() => setIsDrawerOpen(false))
  }, [isDrawerOpen])

  return (
    <div className={styles.shell}>
      <a href="#conteudo" className={styles.skip}>
        Ir para o conteúdo
      </a>
      <div className={styles.side}>
        <Sidebar />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it, which `onClose` handles */}
      <dialog
        ref={drawerRef}
        className={styles.drawer}
        aria-label="Menu"
        onClose={() => setIsDrawerOpen(false)}
        onClick={(event) => {
          if (event.target === drawerRef.current) setIsDrawerOpen(false)
        }}
      >
        {isDrawerOpen && <Sidebar />}
      </dialog>
      <div className={styles.main}>
        <header className={styles.header}>
          <IconButton
            label="Abrir menu"
            icon={MenuIcon}
            className={styles.opener}
            aria-expanded={isDrawerOpen}
            onClick={() => setIsDrawerOpen(true)}
          />
          {isSimulator && <SimulatorBanner />}
          {isSimulator && <SimulatorFaults />}
          <Account session={session} />
        </header>
        <ConnectionBar />
        <HotKeys />
        <main id="conteudo" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
    </div>
  )
}

/** Also shown to visitors, so that the simulator is not taken for WhatsApp. */
export function SimulatorBanner() {
  return (
    <p className={styles.simulator} role="note">
      <strong>Modo simulador</strong>
      <span>: nenhuma mensagem sai deste computador</span>
    </p>
  )
}

function Account({ session: { user } }: { readonly session: Session }) {
  const initial = [...(user.instanceName || user.name || user.email)][0] ?? ''
  return (
    <div className={styles.account}>
      <div className={styles.who}>
        <span>{user.instanceName}</span>
        <small>{user.email}</small>
      </div>
      <span className={styles.avatar} aria-hidden>
        {initial.toLocaleUpperCase('pt-BR')}
      </span>
    </div>
  )
}
