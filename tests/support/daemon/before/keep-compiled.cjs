const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const { basename, dirname, join } = require('node:path')
const v8 = require('node:v8')
const vm = require('node:vm')
const threads = require('node:worker_threads')

/**
 * Goes before the program and keeps what V8 makes of its scripts for the daemons after it, in all
 * their threads: to compile them takes a third of a short daemon's time. Later releases of Node keep
 * it by themselves, as the program asks them to.
 */

/** By then a daemon has started, and does what it is started for. */
const STARTED_MS = 5_000
const root = join(__dirname, '../../../..')
const program = join(root, 'dist/program/')
const folder = join(root, 'dist/compiled')
/** Compiled by this thread, with where each is to be kept. */
const compiled = []

if (!('enableCompileCache' in Module)) {
  const { _compile } = Module.prototype
  Module.prototype._compile = function compile(source, path) {
    if (!path.startsWith(program)) return _compile.call(this, source, path)
    const body = scriptOf(bodyOf(source), path).runInThisContext()
    const require = Module.createRequire(path)
    return body.call(this.exports, this.exports, require, this, path, dirname(path), load)
  }
  // Code that was compiled with other flags is not taken.
  v8.setFlagsFromString = () => undefined
  threads.Worker = class extends threads.Worker {
    constructor(path, { execArgv = process.execArgv, ...options } = {}) {
      const before = execArgv.includes(__filename) ? [] : ['--require', __filename]
      super(path, { ...options, execArgv: [...execArgv, ...before] })
    }
  }
  setTimeout(keep, STARTED_MS).unref()
  process.on('exit', keep)
}

/** What Node makes of a script, but for its loading of ES modules, of which what is kept knows nothing. */
function bodyOf(source) {
  const names = 'exports, require, module, __filename, __dirname, load'
  return `(function (${names}) {${source.replace(/\bimport\(/g, 'load(')}\n})`
}

/** Libraries are found from here as from there. */
function load(name) {
  return import(name)
}

function scriptOf(source, filename) {
  const hash = createHash('sha1').update(source).digest('hex')
  const place = join(folder, `${basename(filename)}-${hash}`)
  const cachedData = contentOf(place)
  const script = new vm.Script(source, { filename, cachedData })
  if (cachedData === undefined) compiled.push({ place, script })
  return script
}

function contentOf(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function keep() {
  mkdirSync(folder, { recursive: true })
  for (const { place, script } of compiled.splice(0)) {
    // Others may be about the same.
    const unfinished = `${place}.${process.pid}.${threads.threadId}`
    writeFileSync(unfinished, script.createCachedData())
    renameSync(unfinished, place)
  }
}
