import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { kindsIn, type TimelineKind } from '#contract/people/timeline.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { useEdgeFade } from '../../../../ui/display/edge-fade.ts'
import { kindWords, timelineKinds } from './kinds.ts'
import styles from './timeline.module.css'

const PARAMETER = 'tipo'

/** The kinds that are shown, in the page's address, so that they survive a reload; none: all. */
export function useKinds() {
  const [parameters, setParameters] = useSearchParams()
  const kinds = kindsIn(parameters.getAll(PARAMETER).join(','))
  const setKinds = (next: readonly TimelineKind[]) =>
    setParameters(next.length === 0 ? {} : { [PARAMETER]: next.join(',') }, { replace: true })
  return { kinds, setKinds }
}

/** What of the timeline is shown: each kind for itself, or all. */
export function KindChoice({
  kinds,
  onChoose,
}: {
  readonly kinds: readonly TimelineKind[]
  readonly onChoose: (kinds: readonly TimelineKind[]) => void
}) {
  const row = useRef<HTMLFieldSetElement>(null)
  const fade = useEdgeFade(row)
  const toggle = (kind: TimelineKind) => {
    const next = timelineKinds.filter((each) => kinds.includes(each) !== (each === kind))
    // Every one of them is the same as all.
    onChoose(next.length === timelineKinds.length ? [] : next)
  }
  return (
    <fieldset ref={row} className={classNames(styles.kinds, fade)}>
      <legend className="visually-hidden">O que mostrar</legend>
      <button type="button" aria-pressed={kinds.length === 0} onClick={() => onChoose([])}>
        Tudo
      </button>
      {timelineKinds.map((each) => {
        const { label, icon: Icon } = kindWords[each]
        return (
          <button
            key={each}
            type="button"
            aria-pressed={kinds.includes(each)}
            onClick={() => toggle(each)}
          >
            <Icon size={14} aria-hidden />
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
