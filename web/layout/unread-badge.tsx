import { unreadApi } from '#contract/api/gateways/unread-api.ts'
import { useCall } from '../api/calls/use-call.ts'
import { useTitleCount } from './title-count.ts'
import styles from './unread-badge.module.css'

const MOST_SHOWN = 99

/** How many conversations have unread messages; live, in the navigation and in the tab's title. */
export function UnreadBadge() {
  const { data } = useCall(unreadApi.unreadChats, {})
  const count = data?.conversations ?? 0
  useTitleCount(count)
  if (count === 0) return null
  return (
    <span className={styles.badge}>
      <span className="visually-hidden">, </span>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      <span className="visually-hidden">
        {count === 1 ? ' conversa não lida' : ' conversas não lidas'}
      </span>
    </span>
  )
}
