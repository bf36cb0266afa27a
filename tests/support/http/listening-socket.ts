import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import { PATIENCE_MS } from '../patience.ts'

export type HeardEvent = {
  readonly event: string
  readonly instance: string
  readonly data: unknown
  readonly [field: string]: unknown
}

/** A socket.io client that records the events it receives. */
export function aSocket(address: string, options: Partial<ManagerOptions & SocketOptions> = {}) {
  const socket = io(address, {
    ...{ forceNew: true, reconnection: false, timeout: PATIENCE_MS },
    ...options,
  })
  onTestFinished(() => void socket.disconnect())
  const heard: { name: string; body: HeardEvent }[] = []
  socket.onAny((name: string, body: HeardEvent) => heard.push({ name, body }))
  return {
    socket,
    heard,
    /** Resolves with null once it is connected, else with the reason of the refusal. */
    answer: () =>
      new Promise<(Error & { data?: unknown }) | null>((resolve) => {
        socket.once('connect', () => resolve(null))
        socket.once('connect_error', resolve)
      }),
    /** Resolves with the reason once it is disconnected. */
    end: () => new Promise<string>((resolve) => socket.once('disconnect', resolve)),
  }
}
