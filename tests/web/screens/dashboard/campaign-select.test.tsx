import '../../../support/web/dom.ts'

import { render, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { CampaignSelect } from '../../../../web/screens/dashboard/campaign-select.tsx'
import { aCampaign } from '../../../support/domain/builders.ts'

const campaignsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aCampaign({ id: String(index), name: `Campanha ${index}` }),
  )

function Chooser({ count }: { readonly count: number }) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [campaigns] = useState(() => campaignsOf(count))
  return <CampaignSelect campaigns={campaigns} chosenId={chosenId} onChoose={setChosenId} />
}

function open(count: number) {
  const shown = render(<Chooser count={count} />)
  onTestFinished(shown.unmount)
  const page = within(document.body)
  const select = page.getByRole('combobox', { name: 'Campanha' })
  return { page, select, user: userEvent.setup({ delay: null }) }
}

test('the choice offers all campaigns of an account that has some', () => {
  const { page } = open(3)
  expect(page.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['Todas as Campanhas', 'Campanha 0', 'Campanha 1', 'Campanha 2'],
  ])
})

test('the choice among thousands of campaigns offers the newest, and finds any other one by its name', async () => {
  const { page, select, user } = open(2_000)
  expect(page.getAllByRole('option').length).toBeLessThan(300)
  expect(page.queryByRole('option', { name: 'Campanha 1777' })).toBeNull()
  await user.selectOptions(select, 'Procurar outra…')
  const dialog = within(await page.findByRole('dialog', { name: 'Procurar campanha' }))
  await user.type(dialog.getByRole('searchbox'), 'campanha 1777')
  await dialog.findByText('1 de 2.000 campanhas')
  await user.keyboard('{Enter}')
  expect(page.queryByRole('dialog')).toBeNull()
  expect(page.getByRole('option', { name: 'Campanha 1777', selected: true })).toBeDefined()
  await user.selectOptions(select, 'Campanha 3')
  expect(page.queryByRole('option', { name: 'Campanha 1777' })).toBeNull()
})
