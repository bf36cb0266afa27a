import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give out themselves: Linux from 32,768, others from 49,152. */
const FIRST = 20_000
const END = 32_000

/**
 * A port for a program that gets the number first and listens later. The system could give a port
 * that it chose itself to any connection of another test until then.
 */
export async function freePort(): Promise<number> {
  let port: number
  do port = randomInt(FIRST, END)
  while (!(await isFree(port)))
  return port
}

/** Whether nothing listens on the port, at any of this machine's addresses. */
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
