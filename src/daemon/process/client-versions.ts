import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { formatClientVersion } from '../../contract/devices/client-version.ts'
import type { Clock } from '../../domain/clock.ts'
import { createClientVersions } from '../../domain/devices/client-versions.ts'
import { fetchClientVersion } from '../../remote/client-version.ts'
import type { Storage } from '../storage/storage.ts'

/** WhatsApp's own site is asked only where the devices talk to WhatsApp's own server. */
export async function createDaemonVersions(
  { whatsapp }: Pick<Config, 'whatsapp'>,
  {
    storage,
    clock,
    stopping,
    log,
  }: {
    readonly storage: Pick<Storage, 'clientVersions'>
    readonly clock: Clock
    readonly stopping: AbortSignal
    readonly log: Logger
  },
) {
  const versions = await createClientVersions({
    setting: whatsapp.version,
    ask: whatsapp.url === null ? () => fetchClientVersion({ signal: stopping }) : null,
    store: storage.clientVersions,
    clock,
    onFault: (err) => log.warn({ err }, 'the client version of WhatsApp could not be asked for'),
  })
  versions.subscribe(({ version }) => {
    log.info(
      { version: formatClientVersion(version) },
      'a newer client version of WhatsApp is known',
    )
  })
  return versions
}
