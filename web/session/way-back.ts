import { consoleRoutes } from '#contract/console-routes.ts'
import { isAt } from '../is-at.ts'

/** Names, in the address of the sign-in, where to go afterwards. */
const PARAMETER = 'de'

const { login, signup, ...own } = consoleRoutes
const screens: readonly string[] = Object.values(own)

/** The sign-in that leads back to an address of the console; `search` as the browser has it. */
export function signInAddress(path: string, search: string): string {
  const back = `${path}${search}`
  if (back === consoleRoutes.dashboard) return login
  return `${login}?${new URLSearchParams({ [PARAMETER]: back })}`
}

/**
 * Where the sign-in leads to. Anybody can write the address of a sign-in: only an own screen
 * counts, everything else is the dashboard.
 */
export function wayBack(search: string): string {
  const asked = new URLSearchParams(search).get(PARAMETER) ?? ''
  const [path = ''] = asked.split('?')
  return screens.some((route) => isAt(route, path)) ? asked : consoleRoutes.dashboard
}
