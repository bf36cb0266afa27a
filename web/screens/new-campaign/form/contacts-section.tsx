import { Link } from 'wouter'
import { consoleRoutes } from '#contract/console-routes.ts'
import { listName } from '#contract/contacts/contact-list.ts'
import { FORM_PREVIEW_CONTACTS } from '#contract/limits.ts'
import { formatPhone, formatQuantity } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { PartFailure } from '../../../ui/display/part-failure.tsx'
import { Loading, Skeleton } from '../../../ui/display/skeleton.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import type { Audience } from '../audience.ts'
import { AudienceDetails } from './audience/audience-details.tsx'
import styles from './fields.module.css'
import { Section } from './section.tsx'
import type { SectionProps, StepProps } from './section-props.ts'

/** Who receives it: one list, with its first contacts. */
export function ContactsSection({
  draft,
  change,
  errors,
  isDone,
  audience,
}: StepProps & { readonly audience: Audience }) {
  const { lists, chosen, preview, error, retry } = audience
  return (
    <Section number={2} title="Público" isDone={isDone && preview?.recipients !== 0}>
      {error && !lists ? (
        <div className={styles.unread}>
          <p>Lista</p>
          <PartFailure
            sentence={messages.contacts.loadFailed}
            detail={error.message}
            onRetry={retry}
          />
        </div>
      ) : (
        <SelectField
          label="Lista"
          className={chosen ? undefined : styles.unchosen}
          name="contatos"
          value={chosen?.id ?? ''}
          required
          error={errors.contatos}
          hint={lists && hintOf({ lists, draft, chosen })}
          onChange={({ target }) => change({ contactListId: target.value })}
        >
          <option value="">{lists ? 'Escolha uma lista' : 'Carregando…'}</option>
          {lists?.map((list) => (
            <option key={list.id} value={list.id}>
              {listName(list)} · {formatQuantity(list.total, 'contato', 'contatos')}
            </option>
          ))}
        </SelectField>
      )}
      {!lists && !error && draft.contactListId !== '' && <PeopleSkeleton />}
      {chosen && chosen.total > 0 && <People audience={audience} total={chosen.total} />}
      {chosen && (
        <AudienceDetails draft={draft} change={change} errors={errors} audience={audience} />
      )}
    </Section>
  )
}

function hintOf({
  lists,
  draft,
  chosen,
}: Pick<Audience, 'chosen'> & {
  readonly lists: readonly unknown[]
  readonly draft: SectionProps['draft']
}) {
  if (lists.length === 0) {
    return (
      <>
        Nenhuma lista ainda. <Link href={consoleRoutes.contacts}>Criar lista de contatos</Link>
      </>
    )
  }
  if (!chosen) return draft.contactListId === '' ? null : 'A lista usada antes não existe mais.'
  return chosen.total === 0 ? 'Esta lista está vazia.' : null
}

function People({
  audience: { contacts },
  total,
}: {
  readonly audience: Audience
  readonly total: number
}) {
  const more = total - contacts.length
  return (
    <ul className={styles.people} aria-label="Primeiros contatos da lista">
      {contacts.map(({ name, phone }) => (
        <li key={phone}>
          <span className={styles.personName}>{name || 'Sem nome'}</span>
          <span className={styles.phone}>{formatPhone(phone)}</span>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>+{formatQuantity(more, 'contato', 'contatos')}</li>}
    </ul>
  )
}

function PeopleSkeleton() {
  return (
    <Loading className={styles.stack}>
      <Skeleton height={`${FORM_PREVIEW_CONTACTS * 2.5}rem`} />
    </Loading>
  )
}
