/** Logs in the browser's console what a user's sentence leaves out. */
export function report(sentence: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is where these failures are promised
  console.error(sentence, ...(cause === undefined ? [] : [cause]))
}

/** Logs an oddity that is not a failure. */
export function warn(sentence: string): void {
  // biome-ignore lint/suspicious/noConsole: the console is where these oddities are promised
  console.warn(sentence)
}
