import { render } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { StatusBreakdown } from '../../../../web/screens/dashboard/status-breakdown.tsx'

test('every campaign is in one of the rows: their shares come to the whole', () => {
  const counts = {
    ...{ [CampaignStatus.done]: 1, [CampaignStatus.draft]: 1 },
    ...{ [CampaignStatus.cancelled]: 1, [CampaignStatus.paused]: 1 },
  }
  const shown = render(<StatusBreakdown counts={counts} />)
  onTestFinished(shown.unmount)
  expect(shown.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    ...['Concluída1 25%', 'Em Andamento0 0%', 'Agendada0 0%', 'Rascunho1 25%'],
    ...['Concluída com erros0 0%', 'Pausada1 25%', 'Cancelada1 25%'],
  ])
})

test('each status has a sign of its own, not its colour alone', () => {
  const counts = Object.fromEntries(Object.values(CampaignStatus).map((status) => [status, 1]))
  const shown = render(<StatusBreakdown counts={counts} />)
  onTestFinished(shown.unmount)
  const signs = shown.getAllByRole('listitem').map((row) => row.querySelector('svg')?.innerHTML)
  expect(signs).not.toContain(undefined)
  // The two statuses of a bad end share a sign.
  expect(new Set(signs).size).toBe(Object.values(CampaignStatus).length - 1)
})
