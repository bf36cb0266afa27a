import { api } from '../../contract/api/calls.ts'
import { attachment } from '../answers/file-name.ts'
import { streamBytes } from '../answers/stream.ts'
import { type Binding, bind } from '../bind.ts'
import type { Services } from '../services.ts'

/** Routes for what the law lets account holders ask for. */
export function ownDataRoutes(services: Services): Binding[] {
  const { log, now } = services
  return [
    bind(api.exportOwnData, async ({ caller }) => {
      // Loads the writer of archives when somebody asks for one.
      const { ownArchive } = await import('./own-archive.ts')
      const day = new Date(now()).toISOString().slice(0, 'yyyy-mm-dd'.length)
      const userId = caller.user.id
      return streamBytes(ownArchive(services, caller.user), {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': attachment(`disparo-meus-dados-${day}.zip`),
          'cache-control': 'no-store',
        },
        onFault: (error) => log.error({ err: error, userId }, 'an archive of own data was cut off'),
      })
    }),
  ]
}
