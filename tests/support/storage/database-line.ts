import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A way to a database. It can be cut: who comes by it meanwhile is turned away. It can go silent:
 * what goes by the connections of before is swallowed, and who comes anew gets through. It can
 * lose its answers: what is asked arrives, and nothing comes back.
 */
export async function aLineTo(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const farSockets = new Set<Socket>()
  let isCut = false
  const listener = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    farSockets.add(far)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one) && other.destroy())
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const line = new URL(url)
  line.port = String(address.port)
  onTestFinished(() => {
    cut()
    listener.close()
  })
  return { url: line.href, cut, mend, silence, loseAnswers }

  function cut(): void {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }

  function silence(): void {
    for (const socket of sockets) swallow(socket)
  }

  function loseAnswers(): void {
    for (const socket of farSockets) swallow(socket)
  }

  function mend(): void {
    isCut = false
  }
}

function swallow(socket: Socket): void {
  socket.unpipe()
  socket.resume()
}
