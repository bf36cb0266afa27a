import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from '../storage/postgres-server.ts'

/**
 * One PostgreSQL for all tests of a run, started when the first of them asks for it: starting one
 * takes the processor longer than the tests of most files. Each test has a database of its own in
 * it.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined
  const desk = createServer(async (_request, response) => {
    server ??= startPostgres()
    try {
      response.end((await server).url)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(desk.listen(0, '127.0.0.1'), 'listening')
  const { port } = desk.address() as AddressInfo
  provide('postgresAddress', `http://127.0.0.1:${port}/`)
  return async () => {
    desk.close()
    await (await server?.catch(() => undefined))?.stop()
  }
}
