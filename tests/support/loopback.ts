import type { Server } from 'node:http'
import type { AddressInfo, Server as SocketServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen on a free port; returns its address. */
export async function listenOnLoopback(server: SocketServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return `http://127.0.0.1:${port}`
}

/** As `listenOnLoopback`, until the test ends. */
export async function serveTest(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return await listenOnLoopback(server)
}
