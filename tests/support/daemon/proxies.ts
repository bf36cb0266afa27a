import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { packagePath } from '../../../src/package-root.ts'

const HOST = 'disparo.exemplo.com.br'
const documents = packagePath('docs/proxy')

/** How each proxy is run with its configuration from the documents. */
const proxies = {
  nginx: {
    program: 'nginx',
    versionFlag: '-v',
    document: 'nginx.conf',
    args: (file: string) => ['-c', file, '-e', 'stderr', '-g', 'daemon off;'],
    whole: (text: string, { folder, http, https, target, path }: Places) => {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ')
      const server = text
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
        .replace('location / {', `location ${path}/ {`)
        .replace('http://127.0.0.1:3000', target)
        .replace(/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/, `${folder}/cert.pem`)
        .replace(/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/, `${folder}/key.pem`)
      const main = `user root; pid ${folder}/pid; events {}`
      return `${main} http { access_log off; ${temporary}\n${server}\n}`
    },
  },
  caddy: {
    program: 'caddy',
    versionFlag: 'version',
    document: 'Caddyfile',
    args: (file: string) => ['run', '--config', file, '--adapter', 'caddyfile'],
    whole: (text: string, { folder, http, https, target }: Places) => {
      const site = text
        .replace('reverse_proxy', `tls ${folder}/cert.pem ${folder}/key.pem\n\treverse_proxy`)
        .replace('127.0.0.1:3000', new URL(target).host)
      return `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${site}`
    },
  },
} as const

type Places = {
  readonly folder: string
  readonly http: number
  readonly https: number
  /** Where the daemon listens. */
  readonly target: string
  /** Below which path it is served; empty at the root. */
  readonly path: string
}

export type ProxyName = keyof typeof proxies

export function hasProxy(name: ProxyName): boolean {
  const { program, versionFlag } = proxies[name]
  return [[program, versionFlag] as const, ['openssl', 'version'] as const].every(
    ([command, flag]) => spawnSync(command, [flag]).status === 0,
  )
}

/** Starts a proxy in front of a daemon, until the test is over. */
export async function startProxy(name: ProxyName, places: Places): Promise<{ ca: Buffer }> {
  const { folder } = places
  const { program, document, args, whole } = proxies[name]
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', ['req', ...kind, ...files, ...names], { stdio: 'ignore' })
  const file = join(folder, document)
  await writeFile(file, whole(readFileSync(join(documents, document), 'utf8'), places))
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const env = { PATH: process.env.PATH, ...home }
  const child = spawn(program, args(file), { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  return { ca: readFileSync(join(folder, 'cert.pem')) }
}
