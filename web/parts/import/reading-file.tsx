import { ProgressBar } from '../../ui/display/progress.tsx'

/** How far a file that was chosen has been read; its share from 0 to 1. */
export function ReadingFile({
  file,
  share,
  className,
}: {
  readonly file: Pick<File, 'name'>
  readonly share: number
  readonly className: string | undefined
}) {
  return (
    <div className={className} aria-live="polite">
      <p>
        Lendo <strong>{file.name}</strong>…
      </p>
      <ProgressBar label="Leitura do arquivo" value={Math.round(share * 100)} max={100} />
    </div>
  )
}
