import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Where a connection is lost: before a statement with this word arrives, or before its answer does. */
type Cut = { readonly at: string; readonly when: 'before' | 'after' }

/**
 * A connection to a database. It can be cut: clients are then turned away. It can go silent:
 * earlier connections lose everything, and new ones get through. And it can cut the connection over
 * which a certain word comes next.
 */
export async function aLineTo(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let next: Cut | undefined
  let isCut = false
  const listener = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    let isMute = false
    near.on('data', (bytes) => {
      if (!next || !bytes.includes(next.at)) return
      isMute = true
      if (next.when === 'before') far.destroy()
      next = undefined
    })
    far.on('data', () => {
      if (isMute) near.destroy()
    })
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
  return { url: line.href, cut, cutNext, mend, silence }

  function cut(): void {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }

  function silence(): void {
    for (const socket of sockets) {
      socket.unpipe()
      socket.resume()
    }
  }

  function cutNext(at: Cut): void {
    next = at
  }

  function mend(): void {
    isCut = false
  }
}
