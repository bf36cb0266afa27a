import { machine } from '../machine/machine.ts'

/** `node:timers/promises` inside the simulated machine. */
export function setTimeout<Value>(ms?: number, value?: Value): Promise<Value | undefined> {
  const { timeline, process } = machine()
  return new Promise((resolve) => timeline.after(ms ?? 1, () => resolve(value), process))
}

export function setImmediate<Value>(value?: Value): Promise<Value | undefined> {
  return setTimeout(0, value)
}
