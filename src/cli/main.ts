import * as nodeModule from 'node:module'

// Node 22 and later keep compiled code between two runs; it only helps what is imported after it.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache()
}

const { runProgram } = await import('./program.ts')
await runProgram(process.argv)
