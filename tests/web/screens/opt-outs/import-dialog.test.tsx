import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkOptOutFile, importOptOuts } from '../../../../web/api/opt-outs.ts'
import { ImportDialog } from '../../../../web/screens/opt-outs/import/import-dialog.tsx'
import { passes } from '../../../support/eventually.ts'

// This call alone does not use `fetch`, so no console of the tests answers it.
vi.mock(import('../../../../web/api/opt-outs.ts'), async (original) => ({
  ...(await original()),
  checkOptOutFile: vi.fn(),
  importOptOuts: vi.fn(),
}))

const check = { added: 1, duplicates: 0, invalid: [], sheets: ['Alunos', 'Pais'], sheet: 'Alunos' }
const choicesOf = (read: typeof checkOptOutFile) => vi.mocked(read).mock.lastCall?.[1]

async function aCheckedFile() {
  vi.mocked(checkOptOutFile).mockReset().mockResolvedValue(check)
  vi.mocked(importOptOuts).mockReset().mockResolvedValue(check)
  const user = userEvent.setup()
  const page = render(<ImportDialog onClose={() => undefined} />)
  onTestFinished(page.unmount)
  const file = new File(['61999990001'], 'fora.xlsx')
  await user.upload(page.getByLabelText('Arquivo CSV ou planilha .xlsx'), file)
  const save = await page.findByRole('button', { name: 'Incluir 1 pessoa' })
  const area = page.getByRole('textbox', { name: /^DDD padrão/ })
  const sheet = page.getByRole('combobox', { name: 'Aba da planilha' })
  return { page, user, save, area, sheet }
}

test('nothing that is read otherwise breaks off a file that is being saved', async () => {
  const { page, user, save, area, sheet } = await aCheckedFile()
  let finish: (report: typeof check) => void = () => undefined
  const saved = new Promise<typeof check>((resolve) => {
    finish = resolve
  })
  vi.mocked(importOptOuts).mockReturnValue(saved)
  await user.click(save)
  await page.findByRole('progressbar')
  for (const each of [area, sheet, page.getByRole('button', { name: 'Trocar arquivo' })]) {
    expect(each).toHaveProperty('disabled', true)
  }
  expect(vi.mocked(importOptOuts).mock.lastCall?.[2].signal.aborted).toBe(false)
  finish(check)
  await page.findByText('1 pessoa incluída.')
})

test('an area code counts only while it is whole', async () => {
  const { page, user, area } = await aCheckedFile()
  await user.type(area, '11')
  expect(choicesOf(checkOptOutFile)).toMatchObject({ ddd: '11' })
  await user.type(area, '{Backspace}')
  expect(area).toHaveProperty('value', '1')
  await user.click(await page.findByRole('button', { name: 'Incluir 1 pessoa' }))
  await page.findByText('1 pessoa incluída.')
  expect(choicesOf(importOptOuts)).toMatchObject({ ddd: '' })
})

test('what a file could not be read with is not chosen any more', async () => {
  const { page, user, area, sheet, save } = await aCheckedFile()
  const fail = () => vi.mocked(checkOptOutFile).mockRejectedValueOnce(new Error('broken'))
  fail()
  await user.selectOptions(sheet, 'Pais')
  await page.findByRole('alert')
  expect(sheet).toHaveProperty('value', 'Alunos')
  fail()
  await user.type(area, '61')
  await passes(() => expect(area).toHaveProperty('value', ''))
  await user.click(save)
  await page.findByText('1 pessoa incluída.')
  expect(choicesOf(importOptOuts)).toEqual({ ddd: '', sheet: null })
})
