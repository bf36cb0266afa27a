/** What a look at a data folder found: `problem` needs somebody, `warning` may. */
type Level = 'ok' | 'warning' | 'problem'

type Check =
  | 'data_dir'
  | 'daemon'
  | 'rights'
  | 'disk'
  | 'clock'
  | 'database'
  | 'files'
  | 'damages'
  | 'devices'
  | 'stuck'
  | 'whatsapp_version'
  | 'program'

export type Finding = {
  readonly check: Check
  /** What it is, for scripts and for the sentence that people read. */
  readonly code: string
  readonly level: Level
  /** Below the data folder, where it is about one file or folder. */
  readonly path?: string
  readonly count?: number
  /** Numbers and names that the sentence says. */
  readonly about?: Readonly<Record<string, string | number>>
}
