import { api } from '../../contract/api/calls.ts'
import type { SentMedia } from '../../domain/gateways/evolution-media.ts'
import { toSentMedia } from '../answers/evolution-json.ts'
import { type Binding, bind } from '../bind.ts'
import { receiveMedia } from '../requests/media-call.ts'
import type { HttpSettings, Services } from '../services.ts'
import { orAbsent } from './absent.ts'

export type MediaCallNeeds = Pick<Services, 'evolutionMedia'> & {
  readonly settings: Pick<HttpSettings, 'tempDir'>
}

/** Routes of the Evolution-compatible API that send a file. */
export function evolutionMediaRoutes({ evolutionMedia, settings }: MediaCallNeeds): Binding[] {
  const { tempDir } = settings
  const answer = (
    { number, caption }: { readonly number: string; readonly caption?: string | null | undefined },
    send: () => Promise<SentMedia>,
  ) =>
    orAbsent(number, async () => ({
      status: 201 as const,
      body: toSentMedia(await send(), caption ?? ''),
    }))
  return [
    bind(api.evolutionSendMedia, async ({ c, caller, params: { name }, once }) =>
      receiveMedia(
        api.evolutionSendMedia,
        { c, once, tempDir, mediaOf: ({ media }) => media },
        ({ body, ...given }) =>
          answer(body, () => evolutionMedia.sendMedia(caller, name, body, given)),
      ),
    ),
    bind(api.evolutionSendAudio, async ({ c, caller, params: { name }, once }) =>
      receiveMedia(
        api.evolutionSendAudio,
        { c, once, tempDir, mediaOf: ({ audio }) => audio },
        ({ body, ...given }) =>
          answer(body, () => evolutionMedia.sendAudio(caller, name, body, given)),
      ),
    ),
    bind(api.evolutionSendPtv, async ({ c, caller, params: { name }, once }) =>
      receiveMedia(
        api.evolutionSendPtv,
        { c, once, tempDir, mediaOf: ({ video }) => video },
        ({ body, ...given }) =>
          answer(body, () => evolutionMedia.sendPtv(caller, name, body, given)),
      ),
    ),
    bind(api.evolutionSendSticker, async ({ c, caller, params: { name }, once }) =>
      receiveMedia(
        api.evolutionSendSticker,
        { c, once, tempDir, mediaOf: ({ sticker }) => sticker },
        ({ body, ...given }) =>
          answer(body, () => evolutionMedia.sendSticker(caller, name, body, given)),
      ),
    ),
  ]
}
