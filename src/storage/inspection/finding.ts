/** Severity of a finding: a `problem` needs attention, a `warning` may. */
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
  /** Names the finding for scripts, and selects the sentence that people read. */
  readonly code: string
  readonly level: Level
  /** Below the data folder, where it is about one file or folder. */
  readonly path?: string
  readonly count?: number
  /** Numbers and names for the sentence. */
  readonly about?: Readonly<Record<string, string | number>>
}
