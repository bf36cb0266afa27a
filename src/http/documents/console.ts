import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import { consoleRoutes } from '../../contract/console-routes.ts'
import { AppError } from '../../contract/errors.ts'
import type { Env } from '../requests/client.ts'
import type { Services } from '../services.ts'
import { type ConsoleBuild, readConsoleBuild, viteManifestPath } from './vite-manifest.ts'

export type Document = readonly [
  path: string,
  answer: (c: Context<Env>) => Response | Promise<Response>,
]

/** For files whose names change with their content. */
const HASHED_FILE_CACHE = 'public, max-age=31536000, immutable'
const NAMED_FILE_CACHE = 'public, max-age=86400'

type Known = { readonly stamp: string; readonly build: ConsoleBuild }

/**
 * Serves the console as Vite built it, and notices a new build. Without a build, pages without
 * scripts stand in.
 */
export function createConsole({ settings, log }: Pick<Services, 'settings' | 'log'>) {
  const { consoleDir, basePath, version, isSimulated, canAssist } = settings
  let known: Known | null = null

  return { documents: documents(), answerNotFound }

  function documents(): Document[] {
    const screens = Object.values(consoleRoutes).flatMap((route): Document[] => {
      const answer: Document[1] = (c) => answerScreen(c, route)
      return route === '/'
        ? [[route, answer]]
        : [
            [route, answer],
            [`${route}/`, answer],
          ]
    })
    return [
      ...screens,
      ['/manifest.webmanifest', answerWebManifest],
      ['/assets/*', fileAnswer(consoleDir, HASHED_FILE_CACHE)],
      ['/icons/*', fileAnswer(consoleDir, NAMED_FILE_CACHE)],
      ['/favicon.ico', fileAnswer(consoleDir, NAMED_FILE_CACHE)],
    ]
  }

  async function answerScreen(c: Context<Env>, route: string): Promise<Response> {
    const html = await render({ route, isFound: true })
    if (html !== null) return answerDocument(c, html)
    if (route !== consoleRoutes.dashboard) return answerNotFound(c)
    const { renderHome } = await import('../../pages/home.tsx')
    return c.html(renderHome({ version, basePath }))
  }

  /** Answers an unknown path with a page, for browsers; programs get JSON. */
  async function answerNotFound(c: Context<Env>): Promise<Response> {
    const html = await render({ route: '', isFound: false })
    if (html !== null) return c.html(html, 404)
    const { renderNotFound } = await import('../../pages/not-found.tsx')
    return c.html(renderNotFound({ basePath }), 404)
  }

  async function render({
    route,
    isFound,
  }: {
    readonly route: string
    readonly isFound: boolean
  }): Promise<string | null> {
    const build = await findBuild()
    const files = build?.get(route) ?? build?.get('')
    if (!files) return null
    const { renderConsole } = await import('../../pages/console.tsx')
    return renderConsole({ files, basePath, version, isSimulated, canAssist, isFound })
  }

  async function findBuild(): Promise<ConsoleBuild | null> {
    const stamp = await stampOf(viteManifestPath(consoleDir))
    if (stamp === null) return null
    if (known?.stamp === stamp) return known.build
    try {
      const build = await readConsoleBuild(consoleDir)
      known = { stamp, build }
      return build
    } catch (error) {
      log.error({ err: error, consoleDir }, 'the built console cannot be read')
      return null
    }
  }
}

/** Returns a stamp that changes with the file; null where there is none. */
async function stampOf(path: string): Promise<string | null> {
  try {
    const { mtimeMs, size } = await stat(path)
    return `${mtimeMs} ${size}`
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Answers the document, which names the files of one build: browsers ask each time whether it is
 * current.
 */
function answerDocument(c: Context<Env>, html: string): Response {
  const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
  const headers = { etag, 'cache-control': 'no-cache' }
  const asked = c.req.header('if-none-match') ?? ''
  // A compressing proxy turns the tag into a weak one, with a prefix.
  if (asked === '*' || asked.includes(etag)) return c.body(null, 304, headers)
  return c.html(html, 200, headers)
}

async function answerWebManifest(c: Context<Env>): Promise<Response> {
  const { renderWebManifest } = await import('../../pages/web-manifest.ts')
  return c.body(renderWebManifest(), 200, {
    'content-type': 'application/manifest+json',
    'cache-control': NAMED_FILE_CACHE,
  })
}

function fileAnswer(consoleDir: string, cacheControl: string): Document[1] {
  const serve = serveStatic<Env>({
    precompressed: true,
    rewriteRequestPath: (path) => join(consoleDir, path),
  })
  return async (c) => {
    const found = await serve(c, async () => undefined)
    if (!found) throw new AppError('not_found', c.req.path)
    found.headers.set('cache-control', cacheControl)
    return found
  }
}
