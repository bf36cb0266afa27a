import type { Terminal } from './terminal.ts'

export type Progress = {
  readonly update: (state: {
    readonly value: number
    readonly total: number
    readonly note: string
    /** The stage of the work; without a bar each new stage gets a line. */
    readonly stage?: string
  }) => void
  readonly stop: () => void
}

const silent: Progress = { update: () => undefined, stop: () => undefined }

/** A bar on stderr; where that is no terminal nothing at all, or a line for each tenth. */
export async function startProgress(
  terminal: Pick<Terminal, 'isLive' | 'screen' | 'note'>,
  { hasLines = false }: { readonly hasLines?: boolean } = {},
): Promise<Progress> {
  if (!terminal.isLive) return hasLines ? lines(terminal.note) : silent
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

/** A line at the beginning, at each tenth and at each new stage: a log of a night stays readable. */
function lines(note: Terminal['note']): Progress {
  let last = ''
  return {
    update: ({ value, total, note: words, stage = '' }) => {
      const percent = total === 0 ? 0 : Math.floor((value / total) * 100)
      const now = `${Math.floor(percent / 10)} ${stage}`
      if (now === last) return
      last = now
      note(`${percent}% ${words}`)
    },
    stop: () => undefined,
  }
}
