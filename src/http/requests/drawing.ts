import { createLimiter } from '../../domain/limiter.ts'
import { toPortrait } from './portrait.ts'
import { toSticker } from './sticker.ts'

/** Each picture keeps a core busy, an animated one for many seconds. */
const DRAWN_AT_ONCE = 2
/** Pictures that may wait: they are held in memory. */
const WAITING_OF_ALL = 8
const WAITING_EACH = 4
const RETRY_AFTER_SECONDS = 5

/**
 * Draws pictures as WhatsApp shows them: few at once, and one per user.
 * @throws AppError `too_many` where too many wait already, and as `toPortrait` and `toSticker` do
 */
export function createDrawing() {
  const limited = createLimiter({
    ...{ running: DRAWN_AT_ONCE, runningEach: 1 },
    ...{ waiting: WAITING_OF_ALL, waitingEach: WAITING_EACH },
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return {
    toPortrait: (userId: string, bytes: Uint8Array) => limited(userId, () => toPortrait(bytes)),
    toSticker: (userId: string, bytes: Uint8Array) => limited(userId, () => toSticker(bytes)),
  }
}
