import type { Terminal } from './terminal.ts'

export type Progress = {
  readonly update: (state: {
    readonly value: number
    readonly total: number
    readonly note: string
  }) => void
  readonly stop: () => void
}

const silent: Progress = { update: () => undefined, stop: () => undefined }

/** A bar on stderr; nothing at all where stderr is no terminal. */
export async function startProgress(
  terminal: Pick<Terminal, 'isLive' | 'screen'>,
): Promise<Progress> {
  if (!terminal.isLive) return silent
  const { SingleBar } = await import('cli-progress')
  const bar = new SingleBar({
    format: '{bar} {percentage}% {note}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: terminal.screen.columns < 100 ? 12 : 30,
    stream: process.stderr,
    hideCursor: true,
    linewrap: false,
    fps: 8,
    emptyOnZero: true,
    gracefulExit: false,
  })
  bar.start(0, 0, { note: '' })
  return {
    update: ({ value, total, note }) => {
      bar.setTotal(total)
      bar.update(Math.min(value, total), { note })
    },
    stop: () => bar.stop(),
  }
}
