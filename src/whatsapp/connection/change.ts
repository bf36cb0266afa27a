/** Lets one caller wait for something that changes now and then. */
export function createChange() {
  let wake = nothing
  return { happened: () => wake(), wait }

  /**
   * Waits until `isDone`, which is asked at each change.
   * @param deadlineMs when it gives up, as `performance.now()` counts
   */
  async function wait(isDone: () => boolean, deadlineMs: number): Promise<void> {
    while (!isDone() && performance.now() < deadlineMs) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, deadlineMs - performance.now())
        wake = () => {
          clearTimeout(limit)
          resolve()
        }
      })
    }
    wake = nothing
  }
}

function nothing(): void {
  // Nobody waits.
}
