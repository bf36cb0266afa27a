/**
 * The console's addresses, below its mount path: the server answers them, the router shows them.
 */
export const consoleRoutes = {
  dashboard: '/',
  login: '/login',
  signup: '/signup',
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  campaign: '/campaigns/:id',
  instances: '/instances',
  baileys: '/baileys',
  connect: '/whatsapp/connect',
  connections: '/whatsapp/connections',
  contacts: '/contacts',
  contactList: '/contacts/:id',
  person: '/people/:phone',
  optOuts: '/optouts',
  chat: '/chat',
  settings: '/settings',
} as const

/** The address of one campaign's page. */
export function campaignPage(id: string): string {
  return consoleRoutes.campaign.replace(':id', encodeURIComponent(id))
}

/** The address of one list's page. */
export function listPage(id: string): string {
  return consoleRoutes.contactList.replace(':id', encodeURIComponent(id))
}

/** Where all of a user's message templates are. */
export const templatesPage = `${consoleRoutes.settings}?aba=modelos`

/** Where a campaign for one list, or several, begins. */
export function newCampaignFor(...listIds: readonly string[]): string {
  const query = listIds.map((id) => `lista=${encodeURIComponent(id)}`)
  return `${consoleRoutes.newCampaign}?${query.join('&')}`
}

/** The address of a person's page, by the phone's digits or the LID. */
export function personPage(phone: string): string {
  return consoleRoutes.person.replace(':phone', encodeURIComponent(phone))
}

/**
 * Screens with a script of their own, by their address: the folder below `screens`, whose last part
 * also names the file they are built from.
 */
export const consoleScreens = {
  [consoleRoutes.dashboard]: 'dashboard',
  [consoleRoutes.signup]: 'signup',
  [consoleRoutes.campaigns]: 'campaigns',
  [consoleRoutes.newCampaign]: 'new-campaign',
  [consoleRoutes.campaign]: 'campaigns/details',
  [consoleRoutes.instances]: 'instances',
  [consoleRoutes.baileys]: 'connect',
  [consoleRoutes.connect]: 'connect',
  [consoleRoutes.connections]: 'connections',
  [consoleRoutes.contacts]: 'contacts',
  [consoleRoutes.contactList]: 'contacts/list',
  [consoleRoutes.person]: 'people/person',
  [consoleRoutes.optOuts]: 'opt-outs',
  [consoleRoutes.chat]: 'chat',
  [consoleRoutes.settings]: 'settings',
} as const

/** First path segments of programs and files: no screen's address may begin with one of them. */
export const servedFolders = [
  ...['api', 'auth', 'chatbots', 'mistral', 'debug', 'gateway', 'webhooks'],
  ...['uploads', 'assets', 'icons', 'metrics', 'health', 'openapi.json'],
  ...['processScheduledMessages', 'manifest.webmanifest', 'favicon.ico'],
] as const

/** The facts that the server gives the console's script, as `<meta name>` of its document. */
export const consoleMeta = {
  /** Path the console is mounted under, without a slash at its end: empty, or `/disparo`. */
  base: 'disparo-base',
  version: 'disparo-version',
  /** Present, as `true`, only while the phones are simulated. */
  simulator: 'disparo-simulator',
  /** Present, as `true`, only where a model service answers for the assistants. */
  assistants: 'disparo-assistants',
} as const
