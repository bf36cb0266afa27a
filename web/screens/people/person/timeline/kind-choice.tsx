import { useSearchParams } from 'wouter'
import type { TimelineKind } from '#contract/people/timeline.ts'
import { kindWords, timelineKinds } from './kinds.ts'
import styles from './timeline.module.css'

/** The kind that is shown, in the page's address, so that it survives a reload; null: all. */
export function useKind() {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('tipo')
  const kind = timelineKinds.find((each) => each === asked) ?? null
  const setKind = (next: TimelineKind | null) =>
    setParameters(next === null ? {} : { tipo: next }, { replace: true })
  return { kind, setKind }
}

/** What of the timeline is shown. */
export function KindChoice({
  kind,
  onChoose,
}: {
  readonly kind: TimelineKind | null
  readonly onChoose: (kind: TimelineKind | null) => void
}) {
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">O que mostrar</legend>
      <button type="button" aria-pressed={kind === null} onClick={() => onChoose(null)}>
        Tudo
      </button>
      {timelineKinds.map((each) => {
        const { label, icon: Icon } = kindWords[each]
        return (
          <button
            key={each}
            type="button"
            aria-pressed={kind === each}
            onClick={() => onChoose(each)}
          >
            <Icon size={14} aria-hidden />
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
