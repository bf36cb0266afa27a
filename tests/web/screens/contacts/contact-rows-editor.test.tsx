import { render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { ContactRowsEditor } from '../../../../web/screens/contacts/contact-rows-editor.tsx'
import { useContactRows } from '../../../../web/screens/contacts/use-contact-rows.ts'

const contacts = ['João', ...Array.from({ length: 12 }, (_, at) => `Pessoa ${at}`)].map(
  (name, at) => ({ name, phone: String(5_561_999_990_000 + at) }),
)

function Editor() {
  return <ContactRowsEditor {...useContactRows(contacts)} errors={new Map()} />
}

test.each([
  ['joao', true],
  ['JOÃO', true],
  ['9999-0000', true],
  ['joaquim', false],
] as const)('a search for %s finds João: %s', async (search, isFound) => {
  const shown = render(<Editor />)
  onTestFinished(shown.unmount)
  const page = within(document.body)
  await userEvent.setup({ delay: null }).type(page.getByLabelText('Buscar nesta lista'), search)
  expect(page.queryByText('Nenhum contato combina com a busca.') === null).toBe(isFound)
})
