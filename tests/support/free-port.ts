import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems hand out themselves: Linux from 32,768, others from 49,152. */
const FIRST = 20_000
const END = 32_000

/**
 * A port for a program that is told one and listens later. One that the system chose would be
 * anybody's until then: any connection of another test may be given it.
 */
export async function freePort(): Promise<number> {
  let port: number
  do port = randomInt(FIRST, END)
  while (!(await isFree(port)))
  return port
}

/** Whether nobody listens there, at any of this machine's addresses. */
async function isFree(port: number): Promise<boolean> {
  const listener = createServer()
  return await new Promise((resolve, reject) => {
    listener.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    listener.listen(port, () => listener.close(() => resolve(true)))
  })
}
