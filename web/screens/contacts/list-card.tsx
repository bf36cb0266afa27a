import { Download, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { newCampaignFor } from '#contract/console-routes.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import { type ListWithContacts, PREVIEW_CONTACTS } from '../../api/lists/contacts.ts'
import { formatDay, formatPhone, formatQuantity } from '../../format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Button, buttonClass, IconButton } from '../../ui/forms/button.tsx'
import { type Choice, ChoiceBox } from '../../ui/forms/choice-box.tsx'
import { Card } from '../../ui/page/card.tsx'
import { useIsNarrow } from '../../ui/use-media.ts'
import screenStyles from './contacts-screen.module.css'
import styles from './list-card.module.css'
import { ListUse, type ListUses } from './list-use.tsx'
import { ListLink } from './lists/list-link.tsx'

/** A list: its name and size, its first contacts, and what can be done with it. */
export function ListCard({
  list,
  uses,
  isChosen,
  onChoose,
  onEdit,
  onExport,
  onDelete,
}: {
  readonly list: ListWithContacts
  /** Undefined until they are known. */
  readonly uses: ListUses | undefined
  readonly isChosen: boolean
  readonly onChoose: (choice: Choice) => void
  readonly onEdit: () => void
  readonly onExport: () => void
  readonly onDelete: () => Promise<void>
}) {
  const [isDeleting, setIsDeleting] = useState(false)
  const name = listName(list)
  const otherCount = list.total - list.contacts.length
  const remove = async () => {
    setIsDeleting(true)
    await onDelete()
    setIsDeleting(false)
  }
  return (
    <li className={styles.item}>
      <Card className={classNames(styles.card, isChosen && styles.chosen)} aria-label={name}>
        <div className={styles.head}>
          <ChoiceBox label={`Escolher lista ${name}`} isChosen={isChosen} onChoose={onChoose} />
          <h2 className={styles.name}>
            <ListLink id={list.id}>{name}</ListLink>
          </h2>
          <Badge tone="muted">{formatQuantity(list.total, 'contato', 'contatos')}</Badge>
          <p className={styles.date}>
            Criada em <time dateTime={list.createdAt}>{formatDay(list.createdAt)}</time>
          </p>
        </div>
        <ul className={styles.contacts} aria-label="Primeiros contatos">
          {list.contacts.map(({ name: person, phone }) => (
            <li key={phone} className={styles.contact}>
              <span className={styles.person}>{person || 'Sem nome'}</span>
              <span className={styles.phone}>{formatPhone(phone)}</span>
            </li>
          ))}
        </ul>
        <p className={styles.others}>
          {otherCount > 0 && (
            <ListLink id={list.id}>
              +{formatQuantity(otherCount, 'outro contato', 'outros contatos')}
            </ListLink>
          )}
        </p>
        <ListUse listId={list.id} uses={uses} />
        <div className={styles.actions}>
          {list.total > 0 && (
            <Link
              href={newCampaignFor(list.id)}
              className={buttonClass('quiet')}
              aria-label={`Nova campanha para a lista ${name}`}
            >
              <Send size={16} aria-hidden />
              Nova campanha
            </Link>
          )}
          <Button look="quiet" icon={Pencil} aria-label={`Editar lista ${name}`} onClick={onEdit}>
            Editar
          </Button>
          <div className={styles.icons}>
            <IconButton label={`Exportar lista ${name}`} icon={Download} onClick={onExport} />
            <IconButton
              label={`Excluir lista ${name}`}
              icon={Trash2}
              className={styles.delete}
              // A disabled one could not take the focus back from the question.
              aria-disabled={isDeleting || undefined}
              onClick={() => {
                if (!isDeleting) remove().catch(() => undefined)
              }}
            />
          </div>
        </div>
      </Card>
    </li>
  )
}

/** As many as a page has room for; a phone has less. */
const SKELETON_CARDS = { wide: 6, narrow: 3 }

/** The lists that are on their way. */
export function ListCardsSkeleton() {
  const count = SKELETON_CARDS[useIsNarrow() ? 'narrow' : 'wide']
  return (
    <Loading className={screenStyles.lists}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
        <Card key={place} className={styles.card}>
          <div className={styles.head}>
            <span className={styles.box}>
              <Skeleton width="18px" height="18px" />
            </span>
            <Skeleton width="60%" height="1.5em" />
            <Skeleton width="5rem" height="1.5em" />
            <p className={styles.date}>
              <Skeleton width="14ch" height="1.5em" />
            </p>
          </div>
          <div className={styles.contacts}>
            {Array.from({ length: PREVIEW_CONTACTS }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same
              <div key={row} className={styles.contact}>
                <Skeleton width="45%" height="1.5em" />
                <Skeleton width="35%" height="1.5em" />
              </div>
            ))}
          </div>
          <p className={styles.others}>
            <Skeleton width="18ch" height="1.5em" />
          </p>
          <p className={styles.use}>
            <Skeleton width="24ch" height="1.5em" />
          </p>
          <div className={classNames(styles.actions, styles.waiting)}>
            <Skeleton width="45%" height="1.5em" />
          </div>
        </Card>
      ))}
    </Loading>
  )
}
