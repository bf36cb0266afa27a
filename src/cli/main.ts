import * as nodeModule from 'node:module'

// Node 22 and later keep compiled code between two runs; it only helps what is imported after it.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache()
}

void import('./program.ts').then(({ runProgram }) => runProgram(process.argv))
