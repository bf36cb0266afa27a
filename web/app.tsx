import { type ComponentType, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { SWRConfig } from 'swr'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { consoleRoutes } from '#contract/console-routes.ts'
import { CallError } from './api/calls/call-error.ts'
import { isAt } from './is-at.ts'
import { Failure } from './layout/failure.tsx'
import { askBeforeLeaving } from './layout/navigation.ts'
import { Shell } from './layout/shell.tsx'
import { lazyPart, loadAgain, loadPatiently } from './lazy-part.tsx'
import { basePath } from './page-facts.ts'
import { report } from './report.ts'
import { LoginScreen } from './screens/login/login-screen.tsx'
import { NotFoundScreen } from './screens/not-found/not-found-screen.tsx'
import { getSessionEnd, useSession } from './session/session.ts'
import { signInAddress } from './session/way-back.ts'
import { PageSkeleton } from './ui/page/page-skeleton.tsx'

const AskHost = lazyPart(
  async () => (await loadPatiently(() => import('./after-first.ts'))).AskHost,
)
const ToastHost = lazyPart(
  async () => (await loadPatiently(() => import('./after-first.ts'))).ToastHost,
)
const SignupScreen = lazyScreen(
  async () => (await import('./screens/signup/signup-screen.tsx')).SignupScreen,
)
const connect = lazyScreen(
  async () => (await import('./screens/connect/connect-screen.tsx')).ConnectScreen,
)

/** The screens of a signed-in user, each loaded when it is opened. */
const screens = new Map([
  [
    consoleRoutes.dashboard,
    lazyScreen(
      async () => (await import('./screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
    ),
  ],
  [
    consoleRoutes.campaigns,
    lazyScreen(
      async () => (await import('./screens/campaigns/campaigns-screen.tsx')).CampaignsScreen,
    ),
  ],
  [
    consoleRoutes.newCampaign,
    lazyScreen(
      async () =>
        (await import('./screens/new-campaign/new-campaign-screen.tsx')).NewCampaignScreen,
    ),
  ],
  [
    consoleRoutes.campaign,
    lazyScreen(
      async () => (await import('./screens/campaigns/details/details-screen.tsx')).DetailsScreen,
    ),
  ],
  [
    consoleRoutes.contacts,
    lazyScreen(async () => (await import('./screens/contacts/contacts-screen.tsx')).ContactsScreen),
  ],
  [
    consoleRoutes.contactList,
    lazyScreen(async () => (await import('./screens/contacts/list/list-screen.tsx')).ListScreen),
  ],
  [
    consoleRoutes.person,
    lazyScreen(
      async () => (await import('./screens/people/person/person-screen.tsx')).PersonScreen,
    ),
  ],
  [
    consoleRoutes.optOuts,
    lazyScreen(async () => (await import('./screens/opt-outs/opt-outs-screen.tsx')).OptOutsScreen),
  ],
  [consoleRoutes.baileys, connect],
  [consoleRoutes.connect, connect],
  [
    consoleRoutes.connections,
    lazyScreen(
      async () => (await import('./screens/connections/connections-screen.tsx')).ConnectionsScreen,
    ),
  ],
  [
    consoleRoutes.instances,
    lazyScreen(
      async () => (await import('./screens/instances/instances-screen.tsx')).InstancesScreen,
    ),
  ],
  [
    consoleRoutes.chat,
    lazyScreen(async () => (await import('./screens/chat/chat-screen.tsx')).ChatScreen),
  ],
  [
    consoleRoutes.settings,
    lazyScreen(async () => (await import('./screens/settings/settings-screen.tsx')).SettingsScreen),
  ],
])

function lazyScreen(load: () => Promise<ComponentType>) {
  return lazyPart(load, PageSkeleton)
}

/** Loads the script of the screen at a path; does nothing where there is none. */
export async function preloadScreen(pathname: string): Promise<void> {
  const path = pathname.slice(basePath.length)
  await [...screens].find(([route]) => isAt(route, path))?.[1].preload()
}

/** Loads a screen's script when its link is pointed at, before the press. */
function preloadPointedAt({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin !== location.origin) return
  preloadScreen(link.pathname).catch(() => undefined)
}

/** The console: its routes, its guard, and what stands beside every screen. */
export function App({ onShown }: { readonly onShown: () => void }) {
  useEffect(() => {
    document.addEventListener('pointerover', preloadPointedAt)
    document.addEventListener('focusin', preloadPointedAt)
    return () => {
      document.removeEventListener('pointerover', preloadPointedAt)
      document.removeEventListener('focusin', preloadPointedAt)
    }
  }, [])
  return (
    <SWRConfig value={{ shouldRetryOnError: isPassing, errorRetryCount: 3 }}>
      <Router base={basePath} aroundNav={askBeforeLeaving}>
        <ErrorBoundary FallbackComponent={Failure} onError={reportFailure} onReset={loadAgain}>
          <Switch>
            <Route path={consoleRoutes.login} component={LoginScreen} />
            <Route path={consoleRoutes.signup} component={SignupScreen} />
            {/* One key for all: their frame stays, and so does the focus within it. */}
            {[...screens].map(([path, Screen]) => (
              <Route key="screen" path={path}>
                <Guarded Screen={Screen} />
              </Route>
            ))}
            <Route component={NotFoundScreen} />
          </Switch>
        </ErrorBoundary>
        <Later onShown={onShown} />
      </Router>
    </SWRConfig>
  )
}

/** Parts that the first picture does not need: effects run after it. */
function Later({ onShown }: { readonly onShown: () => void }) {
  const [isShown, setIsShown] = useState(false)
  const session = useSession()
  useEffect(() => {
    if (isShown) onShown()
    else setIsShown(true)
  }, [isShown, onShown])
  // A question that was open for one user is not shown to the next.
  return (
    isShown && (
      <>
        <AskHost key={session?.token} />
        <ToastHost />
      </>
    )
  )
}

/**
 * A screen for signed-in users; others are sent to the sign-in and come back, unless they signed
 * out themselves.
 */
function Guarded({ Screen }: { readonly Screen: ComponentType }) {
  const session = useSession()
  const [location] = useLocation()
  const search = useSearch()
  if (!session) {
    const hasLeft = getSessionEnd() === 'left'
    return <Redirect to={hasLeft ? consoleRoutes.login : signInAddress(location, search)} replace />
  }
  return (
    <Shell session={session}>
      <ErrorBoundary
        FallbackComponent={Failure}
        onError={reportFailure}
        onReset={loadAgain}
        resetKeys={[location]}
      >
        <Screen key={session.user.id} />
      </ErrorBoundary>
    </Shell>
  )
}

/** Whether another attempt may help: where the server was away, not where it refused. */
function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500
}

function reportFailure(error: unknown): void {
  report('Uma tela falhou.', error)
}
