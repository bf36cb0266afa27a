const PROBE_INTERVAL_MS = 5_000

/** Caches whether the disk is writable for a few seconds, since `/health` is called often. */
export function watchWritability(dataDir: { canWrite(): Promise<boolean> }) {
  let isWritable = true
  const timer = setInterval(() => {
    dataDir.canWrite().then(
      (can) => {
        isWritable = can
      },
      () => {
        isWritable = false
      },
    )
  }, PROBE_INTERVAL_MS)
  timer.unref()
  return { isWritable: () => isWritable, stop: () => clearInterval(timer) }
}
