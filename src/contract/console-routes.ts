/** The addresses of the console, below wherever it is mounted: the server answers them, the screens' router shows them. */
export const consoleRoutes = {
  dashboard: '/',
  login: '/login',
  signup: '/signup',
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  instances: '/instances',
  baileys: '/baileys',
  connect: '/whatsapp/connect',
  connections: '/whatsapp/connections',
  contacts: '/contacts',
  chat: '/chat',
  settings: '/settings',
} as const

/** Screens with a script of their own, by their address: the folder and file it is built from. */
export const consoleScreens = {
  [consoleRoutes.dashboard]: 'dashboard',
  [consoleRoutes.signup]: 'signup',
  [consoleRoutes.campaigns]: 'campaigns',
  [consoleRoutes.newCampaign]: 'new-campaign',
  [consoleRoutes.instances]: 'instances',
  [consoleRoutes.baileys]: 'connect',
  [consoleRoutes.connect]: 'connect',
  [consoleRoutes.connections]: 'connections',
  [consoleRoutes.contacts]: 'contacts',
  [consoleRoutes.chat]: 'chat',
  [consoleRoutes.settings]: 'settings',
} as const

/** What stands first in the addresses of programs and files: none of it is ever a screen. */
export const servedFolders = [
  ...['api', 'auth', 'chatbots', 'mistral', 'debug', 'gateway', 'webhooks'],
  ...['uploads', 'assets', 'icons', 'metrics', 'health', 'openapi.json'],
  ...['processScheduledMessages', 'manifest.webmanifest', 'favicon.ico'],
] as const

/** What the server tells the console's script, as `<meta name>` of its document. */
export const consoleMeta = {
  /** Path the console is mounted under, without a slash at its end: empty, or `/disparo`. */
  base: 'disparo-base',
  version: 'disparo-version',
  /** There, with `true`, only while the phones are simulated. */
  simulator: 'disparo-simulator',
  /** There, with `true`, only where a model service answers for the assistants. */
  assistants: 'disparo-assistants',
} as const
