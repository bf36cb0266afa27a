import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, readDatabaseUrl } from '../src/config.ts'

describe('settings', () => {
  test('that nobody gives are safe ones', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      gatewayPort: null,
      gatewaySocket: false,
      secret: null,
      publicUrl: null,
      corsOrigins: [],
      trustProxy: false,
      signup: 'open',
      isSimulated: false,
      whatsapp: { url: null, rootKeyHex: null, mediaCaPath: null, version: null },
      logLevel: 'info',
      uncertain: 'resend',
      privateTargets: { allowsAll: false, names: [], networks: [] },
      webhookMessagesKept: 10_000,
      quotas: { lists: 2_000, contactsPerList: 5_000_000, uploadBytes: 10_000 * 1024 * 1024 },
      cluster: null,
      mistral: { apiKey: null, baseUrl: 'https://api.mistral.ai' },
    })
    expect(readConfig({ DISPARO_PORT: '', DISPARO_LOG: '' })).toEqual(readConfig({}))
  })

  test('are read from the environment, and a flag wins', () => {
    const environment = {
      DISPARO_HOST: '0.0.0.0',
      DISPARO_PORT: '4000',
      DISPARO_GATEWAY_PORT: '8080',
      DISPARO_GATEWAY_SOCKET: 'sim',
      DISPARO_DATA_DIR: '/srv/disparo',
      DISPARO_CORS_ORIGINS: 'https://a.example, https://b.example',
      DISPARO_TRUST_PROXY: 'sim',
    }
    expect(readConfig(environment)).toMatchObject({
      host: '0.0.0.0',
      port: 4000,
      gatewayPort: 8080,
      gatewaySocket: true,
      dataDir: '/srv/disparo',
      corsOrigins: ['https://a.example', 'https://b.example'],
      trustProxy: true,
    })
    const flags = { host: '127.0.0.1', port: '5000', dataDir: '/tmp/disparo', simulator: true }
    expect(readConfig(environment, flags)).toMatchObject({
      host: '127.0.0.1',
      port: 5000,
      dataDir: '/tmp/disparo/simulador',
    })
  })

  test.each([
    ['127.0.0.1', undefined, false],
    ['localhost', undefined, false],
    ['::1', undefined, false],
    ['0.0.0.0', undefined, false],
    ['192.168.0.10', undefined, false],
    ['0.0.0.0', 'allow', true],
    ['127.0.0.1', 'deny', false],
  ])('at %s with %s allow private targets: %s', (DISPARO_HOST, given, allowsAll) => {
    const environment = { DISPARO_HOST, DISPARO_PRIVATE_TARGETS: given }
    expect(readConfig(environment).privateTargets).toEqual({ allowsAll, names: [], networks: [] })
  })

  test('name single private targets by host, port and network', () => {
    const DISPARO_PRIVATE_TARGETS =
      '127.0.0.1:5678, N8N:5678, evolution.local,10.0.0.0/8,::1,[fd00::2]:8080,fd12::/16'
    expect(readConfig({ DISPARO_PRIVATE_TARGETS }).privateTargets).toEqual({
      allowsAll: false,
      names: [
        { name: 'n8n', port: 5678 },
        { name: 'evolution.local', port: null },
      ],
      networks: [
        { family: 'ipv4', address: '127.0.0.1', prefix: 32, port: 5678 },
        { family: 'ipv4', address: '10.0.0.0', prefix: 8, port: null },
        { family: 'ipv6', address: '::1', prefix: 128, port: null },
        { family: 'ipv6', address: 'fd00::2', prefix: 128, port: 8080 },
        { family: 'ipv6', address: 'fd12::', prefix: 16, port: null },
      ],
    })
  })

  test.each([
    ['DISPARO_PORT', 'x'],
    ['DISPARO_PORT', '70000'],
    ['DISPARO_SECRET', 'curto'],
    ['DISPARO_PUBLIC_URL', 'ftp://loja.example'],
    ['DISPARO_CORS_ORIGINS', 'https://a.example, b'],
    ['DISPARO_SIGNUP', 'talvez'],
    ['DISPARO_WHATSAPP_URL', 'https://web.whatsapp.com'],
    ['DISPARO_WHATSAPP_ROOT_KEY', 'ff'],
    ['DISPARO_WHATSAPP_MEDIA_CA', '/nao/existe.pem'],
    ['DISPARO_LOG', 'alto'],
    ['DISPARO_UNCERTAIN', 'talvez'],
    ['DISPARO_LOGINS_PER_SECOND', '0'],
    ['DISPARO_WHATSAPP_VERSION', '2.3000'],
    ['DISPARO_MAX_LISTS', '0'],
    ['DISPARO_MAX_DEVICES', 'muitas'],
    ['DISPARO_PRIVATE_TARGETS', 'talvez'],
    ['DISPARO_PRIVATE_TARGETS', '10.0.0.0/8,allow'],
    ['DISPARO_PRIVATE_TARGETS', '10.0.0.0/99'],
    ['DISPARO_PRIVATE_TARGETS', '127.0.0.1:99999'],
    ['DISPARO_PRIVATE_TARGETS', 'http://127.0.0.1:5678'],
    ['DISPARO_PRIVATE_TARGETS', '127.0.0.1:5678,'],
    ['MISTRAL_BASE_URL', 'api.mistral.ai'],
    ['DISPARO_DATABASE_URL', 'mysql://localhost/disparo'],
    ['DISPARO_NODE_URL', '10.0.0.2:3000'],
    ['DISPARO_CLUSTER_SECRET', 'curto'],
    ['DISPARO_NODE_NAME', 'nó 1'],
  ])('that cannot be used are named: %s=%s', (variable, value) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(expect.objectContaining({ variable }))
  })
})

describe('one of several nodes', () => {
  const node = {
    DISPARO_DATABASE_URL: 'postgres://disparo:segredo-do-banco@10.0.0.9/disparo',
    DISPARO_NODE_URL: 'http://10.0.0.2:3000/',
    DISPARO_CLUSTER_SECRET: 'a'.repeat(32),
    DISPARO_NODE_NAME: 'no-2',
  }

  test('has a database, an address, a secret and a name', () => {
    const { DISPARO_NODE_NAME: _, ...unnamed } = node
    expect(readConfig(node).cluster).toEqual({
      databaseUrl: node.DISPARO_DATABASE_URL,
      nodeUrl: 'http://10.0.0.2:3000',
      secret: node.DISPARO_CLUSTER_SECRET,
      nodeName: 'no-2',
    })
    expect(readConfig(unnamed).cluster).toMatchObject({ nodeName: hostname() })
  })

  test('needs no more than the database: the rest it finds out itself', () => {
    const { DISPARO_DATABASE_URL } = node
    expect(readConfig({ DISPARO_DATABASE_URL }).cluster).toEqual({
      ...{ databaseUrl: DISPARO_DATABASE_URL, nodeUrl: null, secret: null, nodeName: hostname() },
    })
  })

  test('has sockets where they are asked for', () => {
    const config = readConfig({ ...node, DISPARO_GATEWAY_SOCKET: 'sim' })
    expect(config).toMatchObject({ gatewaySocket: true, cluster: { nodeName: 'no-2' } })
  })

  test('is refused where it lost its database: alone, it would begin on an empty folder', () => {
    const variable = 'DISPARO_DATABASE_URL'
    const read = () => readConfig({ ...node, [variable]: '' })
    expect(read).toThrow(expect.objectContaining({ name: 'ConfigError', variable }))
  })

  test('is refused without showing the password of its database', () => {
    const read = () =>
      readConfig({ DISPARO_DATABASE_URL: 'postgres://eu:segredo#1@servidor/banco' })
    expect(read).toThrow(/^DISPARO_DATABASE_URL: informe/)
    expect(read).not.toThrow(/segredo/)
  })

  test('is no simulator: that one is alone with its folder', () => {
    expect(readConfig(node, { simulator: true }).cluster).toBeNull()
  })

  test('has a database that is read without its other settings', () => {
    const { DISPARO_DATABASE_URL } = node
    expect(readDatabaseUrl({ DISPARO_DATABASE_URL })).toBe(DISPARO_DATABASE_URL)
    expect(() => readDatabaseUrl({})).toThrow(/^DISPARO_DATABASE_URL: informe/)
  })
})

describe('the path of the public address', () => {
  test.each([
    [undefined, ''],
    ['https://loja.example', ''],
    ['https://loja.example/', ''],
    ['https://loja.example/disparo', '/disparo'],
    ['https://loja.example/disparo/', '/disparo'],
    ['https://loja.example/apps/disparo_2', '/apps/disparo_2'],
    ['https://loja.example/apis', '/apis'],
  ])('taken from %s is "%s"', (DISPARO_PUBLIC_URL, expected) => {
    expect(readConfig({ DISPARO_PUBLIC_URL }).basePath).toBe(expected)
  })

  test.each(['api', 'api/v1', 'campaigns', 'whatsapp', 'health', 'assets', 'docs'])(
    'is refused where it begins as an address of the program: /%s',
    (path) => {
      const environment = { DISPARO_PUBLIC_URL: `https://loja.example/${path}` }
      expect(() => readConfig(environment)).toThrow(ConfigError)
      expect(() => readConfig(environment)).toThrow(/^DISPARO_PUBLIC_URL: o caminho/)
    },
  )

  test.each(['meu disparo', 'promoção', 'a"b'])('is refused as /%s', (path) => {
    const environment = { DISPARO_PUBLIC_URL: `https://loja.example/${path}` }
    expect(() => readConfig(environment)).toThrow(/letras sem acento/)
  })
})
