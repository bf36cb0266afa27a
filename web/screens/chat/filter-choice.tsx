import { useMemo } from 'react'
import type { Conversation } from '#contract/messages/conversation.ts'
import { formatCount } from '../../format.ts'
import { type ChatFilter, chatFilters } from './chat-filters.ts'
import styles from './filter-choice.module.css'

/** Which conversations are listed, and how many there are of each kind. */
export function FilterChoice({
  chats,
  chosen,
  onChoose,
}: {
  readonly chats: readonly Conversation[]
  readonly chosen: ChatFilter
  readonly onChoose: (filter: ChatFilter) => void
}) {
  const counts = useMemo(
    () => new Map(chatFilters.map(({ key, fits }) => [key, chats.filter(fits).length])),
    [chats],
  )
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">Conversas listadas</legend>
      {chatFilters.map((filter) => {
        const count = counts.get(filter.key) ?? 0
        return (
          <button
            key={filter.key}
            type="button"
            aria-pressed={filter === chosen}
            onClick={() => onChoose(filter)}
          >
            {filter.label}
            {filter.key !== '' && count > 0 && ` ${formatCount(count)}`}
          </button>
        )
      })}
    </fieldset>
  )
}
