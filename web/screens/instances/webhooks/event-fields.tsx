import { ChevronRight, CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount } from '../../../format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './event-fields.module.css'
import { type EventGroup, eventGroups, eventSentence } from './event-words.ts'

/** The events that a webhook gets, each in a sentence; groups open one by one. */
export function EventFields({
  isOwn,
  chosen,
  error,
  onChange,
}: {
  /** Whether the instance is one of this server, which sends only some of the events. */
  readonly isOwn: boolean
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const errorId = useId()
  const titleId = useId()
  // What was chosen at first stays on the screen when it is taken away.
  const [groups] = useState(() => eventGroups(isOwn, chosen))
  const all = groups.flatMap(({ events }) => events)
  const isWhole = all.every((event) => chosen.includes(event))
  return (
    <fieldset
      className={styles.fields}
      aria-labelledby={titleId}
      aria-describedby={error ? errorId : undefined}
    >
      <div className={styles.head}>
        <p id={titleId}>
          Avisar quando <span>{countOf(all, chosen)}</span>
        </p>
        <Button look="quiet" onClick={() => onChange(isWhole ? [] : all)}>
          {isWhole ? 'Desmarcar todos' : 'Marcar todos'}
        </Button>
      </div>
      {groups.map((group) => (
        <Group
          key={group.title}
          group={group}
          chosen={chosen}
          isRefused={error !== undefined}
          onChange={onChange}
        />
      ))}
      {error && (
        <p id={errorId} role="alert" className={styles.error}>
          <CircleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Group({
  group: { title, events },
  chosen,
  isRefused,
  onChange,
}: {
  readonly group: EventGroup
  readonly chosen: readonly string[]
  readonly isRefused: boolean
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const [isOpenAtFirst] = useState(() => events.some((event) => chosen.includes(event)))
  return (
    <details className={styles.group} open={isOpenAtFirst}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        {title}
        <span className={styles.count}>{countOf(events, chosen)}</span>
      </summary>
      {events.map((event) => (
        <label key={event} className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(event)}
            aria-invalid={isRefused || undefined}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, event] : chosen.filter((each) => each !== event),
              )
            }
          />
          <span>
            {eventSentence(event)} <small>{event}</small>
          </span>
        </label>
      ))}
    </details>
  )
}

function countOf(events: readonly string[], chosen: readonly string[]): string {
  const count = events.filter((event) => chosen.includes(event)).length
  return `${formatCount(count)} de ${formatCount(events.length)}`
}
