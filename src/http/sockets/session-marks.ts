import type { Server } from 'socket.io'

/** Characters that no mark has, and no id of Socket.IO's. */
const SEPARATOR = '.'

/** Makes the ids of sessions begin with the mark of the node that has them. */
export function markSessions(engine: Server['engine'], mark: string): void {
  const generate = engine.generateId.bind(engine)
  engine.generateId = async (request) => `${mark}${SEPARATOR}${await generate(request)}`
}

/** The mark of the session that a call goes on with; null for a call that begins one. */
export function markIn(url: string): string | null {
  const at = url.indexOf('?')
  const sid = new URLSearchParams(at === -1 ? '' : url.slice(at)).get('sid')
  const [mark, ...rest] = sid?.split(SEPARATOR) ?? []
  return mark === undefined || rest.length === 0 ? null : mark
}
