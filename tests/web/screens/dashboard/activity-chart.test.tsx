import '../../../support/web/dom.ts'

import { render, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { ActivityChart } from '../../../../web/screens/dashboard/activity-chart.tsx'

const chart = {
  labels: ['26/11', '27/11'],
  datasets: [
    { label: 'Mensagens Enviadas', data: [4, 1_200], color: '#d4af37' },
    { label: 'Mensagens Entregues', data: [4, 1_100], color: '#f5e6a8' },
  ],
}
const before = { labels: ['24/11', '25/11'], data: [31, 0] }

function show(data: Parameters<typeof ActivityChart>[0]['chart']) {
  const shown = render(<ActivityChart title="Atividade" chart={data} height={400} />)
  onTestFinished(shown.unmount)
  return within(shown.container)
}

const headings = (page: ReturnType<typeof show>) =>
  page.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('draws the days before beside those that are chosen, until that is switched off for good', async () => {
  onTestFinished(() => localStorage.clear())
  const user = userEvent.setup()
  const page = show({ ...chart, before })
  expect(headings(page).at(-1)).toBe('Enviadas nos 2 dias anteriores')
  const cells = page.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.filter((text) => text?.includes('('))).toEqual([
    '31 (Enviadas em 24/11)',
    '0 (Enviadas em 25/11)',
  ])
  page.getByText('31 enviadas antes, 1.204 agora')
  const toggle = page.getByRole('switch', { name: 'Comparar com os 2 dias anteriores' })
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  await user.click(toggle)
  expect(headings(page)).toEqual(['Quando', 'Mensagens Enviadas', 'Mensagens Entregues'])

  const next = show({ ...chart, before })
  expect(headings(next)).toHaveLength(3)
  await user.click(next.getByRole('switch'))
  expect(headings(next)).toHaveLength(4)
})

test.each([
  ['an older server, which answers no days before', chart],
  ['days before on which nothing was sent', { ...chart, before: { ...before, data: [0, 0] } }],
])('compares nothing with %s', (_, data) => {
  const page = show(data)
  expect(headings(page)).toHaveLength(3)
  expect(page.queryByRole('switch')).toBeNull()
})
