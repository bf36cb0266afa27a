import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { listPage } from '#contract/console-routes.ts'
import type { Person } from '#contract/people/person.ts'
import { formatQuantity } from '../../../format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Card, CardHead } from '../../../ui/page/card.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { AddToList } from './add-to-list.tsx'
import styles from './person-screen.module.css'

const AT_FIRST = 12

/** The contact lists that a person is in, and the way into another one. */
export function PersonLists({ person }: { readonly person: Person }) {
  const { lists, phone, name } = person
  const [isWhole, setIsWhole] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  // On a phone what happened comes sooner without it.
  const isNarrow = useIsNarrow()
  const shown = isWhole ? lists : lists.slice(0, AT_FIRST)
  return (
    <Card>
      <CardHead title="Listas" />
      {lists.length === 0 ? (
        <p className={styles.quiet}>Não está em nenhuma lista de contatos.</p>
      ) : (
        <ul className={styles.lists} aria-label="Listas">
          {shown.map(({ id, name }) => (
            <li key={id}>
              <Link href={listPage(id)} className={styles.inList}>
                {name}
              </Link>
            </li>
          ))}
          {shown.length < lists.length && (
            <li>
              <Button look="quiet" onClick={() => setIsWhole(true)}>
                {formatQuantity(lists.length - shown.length, 'outra lista', 'outras listas')}
              </Button>
            </li>
          )}
        </ul>
      )}
      {phone !== null &&
        (isNarrow && !isAdding ? (
          <Button look="quiet" icon={ListPlus} onClick={() => setIsAdding(true)}>
            {lists.length === 0 ? 'Incluir em uma lista' : 'Incluir em outra lista'}
          </Button>
        ) : (
          <AddToList person={{ phone, name }} lists={lists} />
        ))}
    </Card>
  )
}
