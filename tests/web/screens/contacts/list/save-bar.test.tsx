import { render, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { SaveBar } from '../../../../../web/screens/contacts/list/save-bar.tsx'
import type { RowEdit } from '../../../../../web/screens/contacts/list/use-row-edits.ts'

test('says which contacts were not saved and why, also where their rows are out of sight', () => {
  const before = { name: 'Ana', phone: '5561999990001' }
  const edit: RowEdit = {
    ...{ before, after: { ...before, phone: '12' } },
    refusal: { campo: 'phone', message: 'O telefone é inválido.' },
  }
  const act = () => undefined
  const rowEdits = {
    ...{ edits: new Map([[before.phone, edit]]), type: act, write: act, discard: act },
    ...{ undo: act, redo: act, canUndo: true, canRedo: false },
    ...{ save: () => Promise.reject(new Error('unused')), insist: act, giveWay: act },
  }
  const shown = render(<SaveBar rowEdits={rowEdits} isSaving={false} onSave={act} />)
  onTestFinished(shown.unmount)
  const notice = within(document.body).getByRole('alert')
  expect(notice.textContent).toContain('1 contato não foi salvo: Ana (O telefone é inválido.)')
})
