/** Lets one caller wait for something that changes now and then. */
export function createChange() {
  let wake = nothing
  return { happened: () => wake(), wait }

  /** Waits until `isDone`, which is asked at each change, up to a deadline. */
  async function wait(isDone: () => boolean, deadline: number): Promise<void> {
    while (!isDone() && Date.now() < deadline) {
      await new Promise<void>((resolve) => {
        const limit = setTimeout(resolve, deadline - Date.now())
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
