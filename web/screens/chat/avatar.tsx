import { User, Users } from 'lucide-react'
import { isGroupJid } from '#contract/jid.ts'
import styles from './avatar.module.css'
import { initialOf, type Person } from './people.ts'

/** What a conversation is recognised by before its name is read. */
export function Avatar({ person }: { readonly person: Person }) {
  const Icon = isGroupJid(person.remoteJid) ? Users : User
  return (
    <span className={styles.avatar} aria-hidden>
      {initialOf(person) ?? <Icon size={18} />}
    </span>
  )
}

/** The shape of one that is being loaded. */
export function AvatarShape() {
  return <span className={styles.avatar} />
}
