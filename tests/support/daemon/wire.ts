import { connect, createServer, type Socket } from 'node:net'
import { readFrames } from './web-socket-frames.ts'

/** What a web socket client sent over a connection; times in milliseconds since 1970. */
export type Traffic = {
  /** The port of the wire's end at the server, by which the server knows the connection. */
  port: number
  readonly openedAtMs: number
  readonly frames: { readonly atMs: number; readonly bytes: number }[]
}

/**
 * A connection to a server that can be cut, as a network is: nothing comes through any more, and
 * neither side notices. Counts what clients send, also after the server is gone.
 */
export async function layWire(url: string) {
  const target = new URL(url)
  const pairs = new Map<Socket, Socket>()
  const traffic: Traffic[] = []
  let isCut = false
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(Number(target.port), target.hostname)
    pairs.set(near, far)
    count(near, far)
    if (isCut) near.pause()
    else join(near, far)
    near.on('error', () => far.destroy()).on('close', () => forget(near, far))
    far.on('error', () => undefined).on('close', () => hangUp(near, far))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const near = new URL(url)
  near.host = `127.0.0.1:${port}`
  return { url: near.href, traffic: (): readonly Traffic[] => traffic, cut, mend, close }

  function count(near: Socket, far: Socket): void {
    if (target.protocol !== 'ws:') return
    const counted: Traffic = { port: 0, openedAtMs: Date.now(), frames: [] }
    traffic.push(counted)
    far.on('connect', () => {
      counted.port = far.localPort ?? 0
    })
    near.on(
      'data',
      readFrames((bytes) => counted.frames.push({ atMs: Date.now(), bytes })),
    )
  }

  function cut(): void {
    isCut = true
    for (const [one, other] of pairs) {
      one.unpipe(other).pause()
      other.unpipe(one).pause()
    }
  }

  /** Earlier connections stay dead, as behind a firewall that forgot them. */
  function mend(): void {
    isCut = false
    for (const near of pairs.keys()) near.destroy()
  }

  function forget(one: Socket, other: Socket): void {
    pairs.delete(one)
    other.destroy()
  }

  /** The server is gone. What a client writes until it notices is counted all the same. */
  function hangUp(one: Socket, other: Socket): void {
    if (isCut) return
    one.unpipe(other).resume()
    one.end()
  }

  async function close(): Promise<void> {
    mend()
    await new Promise((resolve) => server.close(resolve))
  }
}

function join(one: Socket, other: Socket): void {
  one.pipe(other)
  other.pipe(one)
}
