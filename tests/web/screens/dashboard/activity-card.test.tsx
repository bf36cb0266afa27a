import '../../../support/web/dom.ts'

import { render } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { ActivityCard } from '../../../../web/screens/dashboard/activity-card.tsx'

const chartOf = (data: readonly number[], labels: readonly string[]) => ({
  labels: [...labels],
  datasets: [{ label: 'Mensagens Enviadas', data: [...data], color: '#d4af37' }],
})

test.each([
  [[4, 1_200, 30], ['25/11', '26/11', '27/11'], 'Pico de envios: 26/11, com 1.200 mensagens.'],
  [[4, 20], ['09:31', '09:32'], 'Pico de envios: 09:32, com 20 mensagens.'],
  [[0, 0], ['25/11', '26/11'], undefined],
])('names the moment of most messages, where there is one: %j', (data, labels, words) => {
  const shown = render(<ActivityCard chart={chartOf(data, labels)} />)
  onTestFinished(shown.unmount)
  expect(shown.queryByText(/^Pico de envios/)?.textContent).toBe(words)
})
