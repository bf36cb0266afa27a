const methods = ['debug', 'dir', 'error', 'info', 'log', 'trace', 'warn'] as const

/**
 * Nothing in a host may print: libsignal writes whole sessions, private keys included, to the
 * console whenever it replaces one. What the host has to say goes through its messages.
 */
export function silenceConsole(): void {
  for (const method of methods) Reflect.set(globalThis.console, method, nothing)
}

function nothing(): undefined {
  return undefined
}
