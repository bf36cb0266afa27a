import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { consoleRoutes, servedFolders } from './contract/console-routes.ts'
import { ClientVersionText } from './contract/devices/client-version.ts'
import { DEFAULT_QUOTAS, LOGINS_PER_SECOND, WEBHOOK_MESSAGES_KEPT } from './contract/limits.ts'
import { PrivateTargets } from './contract/private-targets.ts'
import { withoutTrailing } from './contract/trailing.ts'
import { packageDir } from './package-root.ts'

/** A setting that cannot be used. The message is Portuguese and names the variable. */
export class ConfigError extends Error {
  readonly variable: string

  constructor(variable: string, message: string) {
    super(`${variable}: ${message}`)
    this.name = 'ConfigError'
    this.variable = variable
  }
}

/** Flags of `disparo serve`; a flag that is given wins over the environment. */
export type ConfigFlags = {
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly dataDir?: string | undefined
  readonly simulator?: boolean | undefined
}

export type Config = Readonly<ReturnType<typeof readConfig>>

const truthy = ['1', 'true', 'yes', 'sim']

const flag = z
  .string()
  .optional()
  .transform((text) => truthy.includes((text ?? '').toLowerCase()))

const httpUrl = z.url({ protocol: /^https?$/, error: 'informe um endereço http:// ou https://.' })

const rangeOf = (min: number, max: number) => `informe um número de ${min} a ${max}.`

const numberIn = (min: number, max: number) =>
  z.coerce.number(rangeOf(min, max)).min(min, rangeOf(min, max)).max(max, rangeOf(min, max))

const wholeIn = (min: number, max: number) => numberIn(min, max).int(rangeOf(min, max))

const FROM_ONE = 'informe um número inteiro a partir de 1.'

const port = z.coerce
  .number('informe um número de porta.')
  .int('informe um número de porta.')
  .min(0, 'a porta vai de 0 a 65535.')
  .max(65_535, 'a porta vai de 0 a 65535.')

/** A quota for each user. */
const quota = (normal: number) =>
  z.coerce.number(FROM_ONE).int(FROM_ONE).min(1, FROM_ONE).default(normal)

/** Never repeated in a message: it has a password in it. */
const PostgresUrl = z.url({
  protocol: /^postgres(?:ql)?$/,
  error:
    'informe um endereço postgres://usuário:senha@servidor/banco, com caracteres especiais da senha em %XX.',
})

const SECRET_LENGTH = 32
const secretText = z.string().min(SECRET_LENGTH, `use pelo menos ${SECRET_LENGTH} caracteres.`)

const BYTES_PER_MEGABYTE = 1024 * 1024

const Environment = z.object({
  DISPARO_HOST: z.string().min(1, 'informe um endereço.').default('127.0.0.1'),
  DISPARO_PORT: port.default(3000),
  DISPARO_GATEWAY_PORT: port.optional(),
  DISPARO_GATEWAY_SOCKET: flag,
  DISPARO_DATA_DIR: z.string().min(1).optional(),
  DISPARO_SECRET: secretText.optional(),
  DISPARO_PUBLIC_URL: httpUrl.optional(),
  DISPARO_CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(z.array(httpUrl)),
  DISPARO_TRUST_PROXY: flag,
  DISPARO_SIGNUP: z.enum(['open', 'first', 'closed'], 'use open, first ou closed.').default('open'),
  DISPARO_WHATSAPP_URL: z
    .url({ protocol: /^wss?$/, error: 'informe um endereço ws:// ou wss://.' })
    .optional(),
  DISPARO_WHATSAPP_ROOT_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'informe 32 bytes em hexadecimal.')
    .optional(),
  DISPARO_WHATSAPP_MEDIA_CA: z.string().min(1).optional(),
  DISPARO_WHATSAPP_VERSION: ClientVersionText.optional(),
  DISPARO_LOG: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'use fatal, error, warn, info, debug, trace ou silent.',
    )
    .default('info'),
  DISPARO_HOSTS: wholeIn(1, 16).default(1),
  DISPARO_LOGINS_PER_SECOND: numberIn(0.1, 1_000).default(LOGINS_PER_SECOND),
  DISPARO_SEND_WINDOW: wholeIn(1, 16).default(4),
  DISPARO_UNCERTAIN: z.enum(['resend', 'hold'], 'use resend ou hold.').default('resend'),
  DISPARO_PRIVATE_TARGETS: PrivateTargets,
  DISPARO_WEBHOOK_MESSAGES: wholeIn(100, 1_000_000).default(WEBHOOK_MESSAGES_KEPT),
  DISPARO_MAX_LISTS: quota(DEFAULT_QUOTAS.lists),
  DISPARO_MAX_CONTACTS: quota(DEFAULT_QUOTAS.contactsPerList),
  DISPARO_MAX_CAMPAIGNS: quota(DEFAULT_QUOTAS.campaigns),
  DISPARO_MAX_DEVICES: quota(DEFAULT_QUOTAS.devices),
  DISPARO_MAX_UPLOADS: quota(DEFAULT_QUOTAS.uploads),
  DISPARO_MAX_UPLOAD_MB: quota(DEFAULT_QUOTAS.uploadMegabytes),
  DISPARO_MAX_STREAMS: quota(DEFAULT_QUOTAS.streams),
  DISPARO_DATABASE_URL: PostgresUrl.optional(),
  DISPARO_NODE_URL: httpUrl.optional(),
  DISPARO_CLUSTER_SECRET: secretText.optional(),
  DISPARO_NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,63}$/, 'use até 63 letras sem acento, números, ponto, hífen e sublinhado.')
    .optional(),
  MISTRAL_API_KEY: z.string().min(1).optional(),
  MISTRAL_BASE_URL: httpUrl.default('https://api.mistral.ai'),
})

/**
 * Reads environment and flags once.
 * @throws ConfigError for the first setting that cannot be used
 */
export function readConfig(environment: NodeJS.ProcessEnv, flags: ConfigFlags = {}) {
  const settings = parse(environment, flags)
  const dataDir = resolve(settings.DISPARO_DATA_DIR ?? defaultDataDir(environment))
  const isSimulated = flags.simulator ?? false
  return {
    host: settings.DISPARO_HOST,
    port: settings.DISPARO_PORT,
    /** Where the gateway stands at the root; null: nowhere. */
    gatewayPort: settings.DISPARO_GATEWAY_PORT ?? null,
    /** Whether programs may listen to the gateway's events by Socket.IO. */
    gatewaySocket: settings.DISPARO_GATEWAY_SOCKET,
    /**
     * The simulator gets a folder of its own, so that its keys never mix with those of real phones.
     */
    dataDir: isSimulated ? join(dataDir, 'simulador') : dataDir,
    secret: settings.DISPARO_SECRET ?? null,
    publicUrl:
      settings.DISPARO_PUBLIC_URL === undefined
        ? null
        : withoutTrailing(settings.DISPARO_PUBLIC_URL, '/'),
    basePath: basePathOf(settings.DISPARO_PUBLIC_URL),
    corsOrigins: settings.DISPARO_CORS_ORIGINS,
    trustProxy: settings.DISPARO_TRUST_PROXY,
    signup: settings.DISPARO_SIGNUP,
    isSimulated,
    whatsapp: {
      url: settings.DISPARO_WHATSAPP_URL ?? null,
      rootKeyHex: settings.DISPARO_WHATSAPP_ROOT_KEY?.toLowerCase() ?? null,
      mediaCaPath: readablePath(settings.DISPARO_WHATSAPP_MEDIA_CA),
      version: settings.DISPARO_WHATSAPP_VERSION ?? null,
      hosts: settings.DISPARO_HOSTS,
      /** Messages of one device that may wait for WhatsApp's acknowledgement at once. */
      sendWindow: settings.DISPARO_SEND_WINDOW,
    },
    logLevel: settings.DISPARO_LOG,
    uncertain: settings.DISPARO_UNCERTAIN,
    loginsPerSecond: settings.DISPARO_LOGINS_PER_SECOND,
    privateTargets: settings.DISPARO_PRIVATE_TARGETS,
    /** Messages from gateways that are kept per instance. */
    webhookMessagesKept: settings.DISPARO_WEBHOOK_MESSAGES,
    /** What one user may have. */
    quotas: {
      lists: settings.DISPARO_MAX_LISTS,
      contactsPerList: settings.DISPARO_MAX_CONTACTS,
      campaigns: settings.DISPARO_MAX_CAMPAIGNS,
      devices: settings.DISPARO_MAX_DEVICES,
      uploads: settings.DISPARO_MAX_UPLOADS,
      uploadBytes: settings.DISPARO_MAX_UPLOAD_MB * BYTES_PER_MEGABYTE,
      streams: settings.DISPARO_MAX_STREAMS,
    },
    /**
     * What makes this program one of several nodes; null: it is alone with its data folder, as the
     * simulator always is.
     */
    cluster: isSimulated ? null : clusterOf(settings),
    mistral: {
      apiKey: settings.MISTRAL_API_KEY ?? null,
      baseUrl: withoutTrailing(settings.MISTRAL_BASE_URL, '/'),
    },
    version: packageVersion(),
    consoleDir: join(packageDir, 'dist', 'web'),
  }
}

/**
 * Reads where the nodes keep their data, for commands that are no node themselves.
 * @throws ConfigError where it is not said
 */
export function readDatabaseUrl(environment: NodeJS.ProcessEnv): string {
  const url = parse(environment, {}).DISPARO_DATABASE_URL
  if (url !== undefined) return url
  throw new ConfigError('DISPARO_DATABASE_URL', 'informe o banco de dados dos servidores.')
}

/**
 * Joins the settings that a node needs.
 * @throws ConfigError for a setting of nodes without a database: a node that had lost its URL would
 * begin alone, on an empty folder
 */
function clusterOf(settings: z.infer<typeof Environment>) {
  const { DISPARO_DATABASE_URL: databaseUrl, DISPARO_NODE_URL: nodeUrl } = settings
  if (databaseUrl === undefined) {
    const alone = nodeVariables.find((name) => settings[name] !== undefined)
    if (alone === undefined) return null
    throw new ConfigError('DISPARO_DATABASE_URL', `informe o banco de dados que ${alone} supõe.`)
  }
  return {
    databaseUrl,
    /** Address at which the other nodes reach this one; null: where it listens. */
    nodeUrl: nodeUrl === undefined ? null : withoutTrailing(nodeUrl, '/'),
    /** The secret that all nodes share; null: one that they keep in their database. */
    secret: settings.DISPARO_CLUSTER_SECRET ?? null,
    nodeName: settings.DISPARO_NODE_NAME ?? hostname(),
  }
}

const nodeVariables = ['DISPARO_NODE_URL', 'DISPARO_CLUSTER_SECRET', 'DISPARO_NODE_NAME'] as const

const ownFolders = new Set<string | undefined>([
  ...servedFolders,
  'docs',
  ...Object.values(consoleRoutes).map((path) => path.split('/')[1]),
])

/**
 * Reads the path of the public address: empty, or with a slash in front and none at its end.
 * @throws ConfigError for a path that the daemon also serves itself: a request would not show
 * whether the proxy had removed the prefix
 */
function basePathOf(publicUrl: string | undefined): string {
  const path = withoutTrailing(new URL(publicUrl ?? 'http://localhost').pathname, '/')
  const isPlain = /^(?:\/[\w.~-]+)*$/.test(path)
  if (isPlain && !(path !== '' && ownFolders.has(path.split('/')[1]))) return path
  throw new ConfigError(
    'DISPARO_PUBLIC_URL',
    isPlain
      ? `o caminho ${path} começa como um endereço do próprio programa. Escolha outro, como /disparo.`
      : 'no caminho, use só letras sem acento, números, ponto, hífen e sublinhado.',
  )
}

function parse(environment: NodeJS.ProcessEnv, flags: ConfigFlags) {
  // Treats an empty variable as unset: that is what `VAR= command` means.
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  const fromFlags = {
    DISPARO_HOST: flags.host,
    DISPARO_PORT: flags.port,
    DISPARO_DATA_DIR: flags.dataDir,
  }
  const wins = Object.entries(fromFlags).filter(([, value]) => value !== undefined)
  const parsed = Environment.safeParse(Object.fromEntries([...given, ...wins]))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ConfigError(String(issue?.path[0] ?? 'configuração'), issue?.message ?? 'inválida.')
}

function defaultDataDir(environment: NodeJS.ProcessEnv): string {
  // A checkout keeps its data beside the code; an installed package must not.
  if (existsSync(join(packageDir, '.git'))) return join(packageDir, 'data')
  const shared = environment.XDG_DATA_HOME || join(homedir(), '.local', 'share')
  return join(shared, 'disparo')
}

function readablePath(path: string | undefined): string | null {
  if (path === undefined) return null
  try {
    accessSync(path, constants.R_OK)
    return resolve(path)
  } catch (error) {
    throw new ConfigError(
      'DISPARO_WHATSAPP_MEDIA_CA',
      `não foi possível ler o arquivo "${path}" (${error instanceof Error ? error.message : error}).`,
    )
  }
}

function packageVersion(): string {
  const text = readFileSync(join(packageDir, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
