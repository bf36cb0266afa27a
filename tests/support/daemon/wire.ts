import { connect, createServer, type Socket } from 'node:net'

/** How much went up a connection, and when last; milliseconds since 1970. */
export type Traffic = { readonly openedAtMs: number; sentBytes: number; sentAtMs: number }

export type Wire = Awaited<ReturnType<typeof layWire>>

/**
 * A way to a server that can be cut, as a network is: nothing comes through any more, and nobody is
 * told. Counts what goes up.
 */
export async function layWire(url: string) {
  const target = new URL(url)
  const pairs = new Map<Socket, Socket>()
  const traffic: Traffic[] = []
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const counted: Traffic = { openedAtMs: Date.now(), sentBytes: 0, sentAtMs: 0 }
    traffic.push(counted)
    pairs.set(near, far)
    near.on('data', ({ length }) => {
      counted.sentBytes += length
      counted.sentAtMs = Date.now()
    })
    if (isCut) near.pause()
    else join(near, far)
    near.on('error', () => far.destroy()).on('close', () => forget(near, far))
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const near = new URL(url)
  near.host = `127.0.0.1:${port}`
  return { url: near.href, traffic: (): readonly Traffic[] => traffic, cut, mend, close }

  function cut(): void {
    isCut = true
    for (const [one, other] of pairs) {
      one.unpipe(other).pause()
      other.unpipe(one).pause()
    }
  }

  /** Connections of before stay dead, as behind a firewall that forgot them. */
  function mend(): void {
    isCut = false
    for (const near of pairs.keys()) near.destroy()
  }

  function forget(one: Socket, other: Socket): void {
    pairs.delete(one)
    other.destroy()
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
