/** Reads server-sent events as the console does: with fetch, piece by piece. */
export function readEvents(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isOver = false
  const pump = async () => {
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) break
      text += piece.value
    }
    isOver = true
  }
  // A cut connection ends the reading, too.
  pump().catch(() => {
    isOver = true
  })

  return {
    text: () => text,
    events: (): unknown[] =>
      [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data)),
    isOver: () => isOver,
    stop: () => reader?.cancel(),
  }
}
