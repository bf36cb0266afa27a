import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Builds a part of the program, and spares it where nothing has changed since: neither what it is
 * made of nor what came of it, both told by their content. What a build no longer makes goes away.
 */

const parts = {
  server: {
    // `npm run check` looks at the types.
    command: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.server.json', '--noCheck'],
    sources: ['src', 'tsconfig.base.json', 'tsconfig.server.json'],
  },
  // What is run: the same source in a few files. Tests that take a module alone find it in `server`.
  program: {
    command: ['tests/support/runner/bundle.js'],
    sources: ['src', 'tests/support/runner/bundle.js'],
    // What daemons of tests keep of it.
    leftovers: ['dist/compiled'],
  },
  web: {
    command: ['node_modules/vite/bin/vite.js', 'build'],
    sources: ['web', 'src/contract', 'vite.config.ts'],
  },
}

const root = resolve(import.meta.dirname, '../../..')

// None is made of another: while one waits for its compiler's threads, another has the core.
const built = await Promise.all(process.argv.slice(2).map((name) => build(name, parts[name])))
if (built.includes(false)) process.exit(1)

/** False: it failed, and has said why. */
async function build(name, { command, sources, leftovers = [] }) {
  const output = join('dist', name)
  const stampPath = join(root, 'dist', `${name}.stamp`)
  // Another version of a library or of Node may build something else of the same source.
  const made = digest(
    [...sources, 'package.json', 'package-lock.json'],
    [process.version, ...command],
  )
  if (textOf(stampPath) === `${made} ${digest([output])}`) return true
  rmSync(stampPath, { force: true })
  for (const path of [output, ...leftovers]) {
    rmSync(join(root, path), { recursive: true, force: true })
  }
  const [program, ...args] = command
  const compiler = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  const [status] = await once(compiler, 'close')
  if (status !== 0) return false
  mkdirSync(dirname(stampPath), { recursive: true })
  writeFileSync(stampPath, `${made} ${digest([output])}`)
  return true
}

/** One value for the names and the content of all files below these paths. */
function digest(paths, words = []) {
  const hash = createHash('sha256').update(JSON.stringify(words))
  for (const path of paths.flatMap(filesBelow)) {
    hash.update(`\0${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest(),
    )
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  try {
    return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      .sort()
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
