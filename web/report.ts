/** Tells a developer at the browser's console what a user's sentence leaves out. */
export function report(sentence: string, cause?: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the console is where these failures are promised
  console.error(sentence, ...(cause === undefined ? [] : [cause]))
}

/** The same for what is odd but no failure. */
export function warn(sentence: string): void {
  // biome-ignore lint/suspicious/noConsole: the console is where these oddities are promised
  console.warn(sentence)
}
