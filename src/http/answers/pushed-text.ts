/** Text on its way to one reader. */
export type PushedText = {
  push(text: string): void
  /** The pieces that the reader has not taken. */
  waiting(): readonly string[]
  /** Takes back what the reader has not taken. */
  takeBack(): void
  /** Ends the text after what is waiting. */
  end(): void
}

/**
 * A body whose text is pushed as things happen. It begins with its first reader, and cleans up
 * however it ends.
 * @param open begins to push; what it returns is called once at the end
 */
export function pushedText(open: (text: PushedText) => () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting: string[] = []
  let wake: () => void = () => undefined
  let isOpen = false
  let isOver = false
  let hasReader = true
  let cleanUp: () => void = () => undefined

  return new ReadableStream(
    {
      async pull(controller) {
        if (!isOpen) begin()
        while (waiting.length === 0 && !isOver) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (!hasReader) return
        const text = waiting.join('')
        waiting = []
        if (text !== '') controller.enqueue(encoder.encode(text))
        else controller.close()
      },
      cancel() {
        hasReader = false
        end()
      },
    },
    { highWaterMark: 0 },
  )

  function begin(): void {
    isOpen = true
    const close = open({ push, waiting: () => waiting, takeBack, end })
    if (isOver) close()
    else cleanUp = close
  }

  function push(text: string): void {
    if (isOver) return
    waiting.push(text)
    wake()
  }

  function takeBack(): void {
    waiting = []
  }

  function end(): void {
    if (isOver) return
    isOver = true
    cleanUp()
    wake()
  }
}
