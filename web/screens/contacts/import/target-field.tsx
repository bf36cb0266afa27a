import { listName } from '#contract/contacts/contact-list.ts'
import { useListNames } from '../../../api/lists/contacts.ts'
import { formatQuantity } from '../../../format.ts'
import { SelectField } from '../../../ui/forms/field.tsx'

/** Where contacts go: a new list (an empty id), or one of those there are. */
export function TargetField({
  listId,
  onChange,
}: {
  readonly listId: string
  readonly onChange: (listId: string) => void
}) {
  const { lists = [] } = useListNames()
  return (
    <SelectField
      label="Salvar em"
      name="list"
      value={listId}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Nova lista</option>
      {lists.map((list) => (
        <option key={list.id} value={list.id}>
          {listName(list)} ({formatQuantity(list.total, 'contato', 'contatos')})
        </option>
      ))}
    </SelectField>
  )
}
