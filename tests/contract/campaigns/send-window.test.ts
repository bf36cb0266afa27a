import { expect, test } from 'vitest'
import { z } from 'zod'
import { CampaignJson } from '../../../src/contract/campaigns/campaign.ts'
import { CampaignBody } from '../../../src/contract/campaigns/campaign-body.ts'
import { toFieldErrors } from '../../../src/contract/error-json.ts'
import { aCampaign } from '../../support/domain/builders.ts'

const weekdays = { dias: [1, 2, 3, 4, 5], inicio: '08:00', fim: '12:00' }

function read(fields: Record<string, unknown>) {
  const decoded = z.safeDecode(CampaignBody, { name: 'Natal', ...fields })
  return decoded.success ? decoded.data : toFieldErrors(decoded.error)
}

test('windows are read with their days in order, and midnight as the end of a day', () => {
  const janelas = [weekdays, { dias: [7, 6, 7], inicio: '18:00', fim: '00:00' }]
  expect(read({ janelas, fuso: 'America/Manaus' })).toMatchObject({
    windows: [
      { days: [1, 2, 3, 4, 5], start: '08:00', end: '12:00' },
      { days: [6, 7], start: '18:00', end: '24:00' },
    ],
    timeZone: 'America/Manaus',
  })
  expect(read({ janelas: null, fuso: null })).toMatchObject({ windows: null, timeZone: null })
})

test('a plan with windows is written as it is read', () => {
  const plan = {
    name: 'Natal',
    windows: [{ days: [6, 7], start: '18:00', end: '24:00' }],
    timeZone: 'America/Manaus',
  }
  expect(z.decode(CampaignBody, z.encode(CampaignBody, plan))).toMatchObject(plan)
})

test.each([
  [{ janelas: [{ ...weekdays, fim: '07:59' }] }, 'janelas.0.fim', /depois do início/],
  [{ janelas: [{ ...weekdays, fim: '08:00' }] }, 'janelas.0.fim', /depois do início/],
  [{ janelas: [{ ...weekdays, inicio: '8h' }] }, 'janelas.0.inicio', /como 08:00/],
  [{ janelas: [{ ...weekdays, inicio: '24:00', fim: '24:00' }] }, 'janelas.0.fim', /depois/],
  [{ janelas: [weekdays, { ...weekdays, dias: [0] }] }, 'janelas.1.dias.0', /1 \(segunda-feira\)/],
  [{ janelas: [{ ...weekdays, dias: [] }] }, 'janelas.0.dias', /pelo menos um dia/],
  [{ janelas: Array(29).fill(weekdays) }, 'janelas', /até 28/],
  [{ fuso: 'Brasília' }, 'fuso', /fuso horário não existe/],
  [{ fuso: '-03:00' }, 'fuso', /fuso horário não existe/],
])('what makes no sense is refused by its field: %j', (fields, path, message) => {
  expect(read(fields)).toEqual([{ path, message: expect.stringMatching(message) }])
})

test('a campaign without windows is answered as before, and one with them tells them', () => {
  const wire = z.encode(CampaignJson, aCampaign())
  expect(Object.keys(wire)).not.toContain('janelas')
  expect(z.decode(CampaignJson, wire)).toMatchObject({ windows: [], timeZone: 'America/Sao_Paulo' })
  const windows = [{ days: [6], start: '09:00', end: '24:00' }]
  const told = z.encode(CampaignJson, aCampaign({ windows, timeZone: 'America/Manaus' }))
  expect(told).toMatchObject({
    janelas: [{ dias: [6], inicio: '09:00', fim: '24:00' }],
    fuso: 'America/Manaus',
  })
  expect(z.decode(CampaignJson, told)).toMatchObject({ windows, timeZone: 'America/Manaus' })
})
