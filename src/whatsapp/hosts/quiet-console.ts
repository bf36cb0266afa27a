const methods = ['debug', 'dir', 'error', 'info', 'log', 'trace', 'warn'] as const

/**
 * Silences the console of a host: libsignal writes whole sessions, private keys included, to it
 * whenever it replaces one. Logs of a host go through its messages.
 */
export function silenceConsole(): void {
  for (const method of methods) Reflect.set(globalThis.console, method, nothing)
}

function nothing(): undefined {
  return undefined
}
