import { createRequire } from 'node:module'
import type { Curve } from '../../../src/whatsapp/keys/fast-curve.ts'

const require = createRequire(import.meta.url)
const path = require.resolve('libsignal/src/curve.js')

/** libsignal's own functions, from a copy of its module in which none is replaced. */
export function loadOriginalCurve(): Curve {
  const inUse = require.cache[path]
  delete require.cache[path]
  try {
    return require(path)
  } finally {
    require.cache[path] = inUse
  }
}
