import '../../../support/web/dom.ts'

import { render } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { ActivityCard } from '../../../../web/screens/dashboard/activity-card.tsx'

const chartOf = (data: readonly number[]) => ({
  labels: ['25/11', '26/11', '27/11'],
  datasets: [{ label: 'Mensagens Enviadas', data: [...data], color: '#d4af37' }],
})

test.each([
  [[4, 1_200, 30], 'Dia de mais envios: 26/11, com 1.200 mensagens.'],
  [[0, 0, 0], undefined],
])('names the day of most messages, where there is one: %j', (data, words) => {
  const shown = render(<ActivityCard chart={chartOf(data)} />)
  onTestFinished(shown.unmount)
  expect(shown.queryByText(/^Dia de mais envios/)?.textContent).toBe(words)
})
