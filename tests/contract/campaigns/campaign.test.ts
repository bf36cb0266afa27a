import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CampaignJson, describe as describeText } from '../../../src/contract/campaigns/campaign.ts'
import {
  CampaignStatus,
  canEdit,
  canPause,
  canResume,
  canReuse,
  canStop,
  showsCounts,
} from '../../../src/contract/campaigns/campaign-status.ts'

const wire = {
  id: '12',
  name: 'Novembro',
  description: 'Olá, {nome}!',
  status: 'Em Andamento',
  date: '2026-11-21T13:05:00.000Z',
  template: 'Texto com imagem',
  nome_da_instancia: 'loja-da-ana',
  device_id: '5561999990000',
  texto: 'Olá, {nome}!',
  imagem: 'https://disparo.example/uploads/a.png',
  delay: 60,
  delay_max: null,
  contatos: 'lista-1',
  listas: ['lista-2'],
  filtro: [
    { campo: 'Cidade', op: 'igual', valor: 'Brasília' },
    { campo: 'Pedido', op: 'vazio' },
  ],
  excluir: { dias: 7, campanhas: ['3'] },
  data_de_envio: '2026-11-21T13:05:00.000Z',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-21T13:05:01.000Z',
  started_at: '2026-11-21T13:05:01.000Z',
  finished_at: null,
  motivo: null,
  restaurada_de: '2026-11-21T13:20:00.000Z',
  espera: { motivo: 'dispositivo', ate: null },
  sentCount: 8,
  deliveredCount: 6,
  readCount: 2,
  errorCount: 1,
  replyCount: 0,
  retryableCount: 1,
  endedCount: 0,
  messages: 20,
  deliveryRate: 75,
  replyRate: 0,
} satisfies z.input<typeof CampaignJson>

describe('a campaign on the wire', () => {
  test('is read into the model and written back as it was', () => {
    const campaign = z.decode(CampaignJson, wire)
    expect(campaign).toMatchObject({
      instanceName: 'loja-da-ana',
      text: 'Olá, {nome}!',
      intervalSeconds: 60,
      contactListId: 'lista-1',
      moreListIds: ['lista-2'],
      filters: [{ field: 'Cidade' }, { field: 'Pedido', value: '' }],
      exclusion: { days: 7, campaignIds: ['3'] },
      scheduledAt: '2026-11-21T13:05:00.000Z',
      recipientCount: 20,
      restoredFrom: '2026-11-21T13:20:00.000Z',
      wait: { reason: 'dispositivo', until: null },
    })
    expect(z.encode(CampaignJson, campaign)).toEqual(wire)
  })

  test('has the date it was made where none was chosen, and no rate before a message left', () => {
    const draft = z.decode(CampaignJson, {
      ...wire,
      ...{ status: 'Rascunho', imagem: null, data_de_envio: null },
      ...{ sentCount: 0, deliveredCount: 0 },
    })
    expect(z.encode(CampaignJson, draft)).toMatchObject({
      date: wire.created_at,
      template: 'Texto',
      deliveryRate: 0,
    })
  })
})

test('the first 120 characters of a text describe it, whole letters on one line', () => {
  expect(describeText('  Olá,\n  Ana! ')).toBe('Olá, Ana!')
  expect(describeText('á'.repeat(121))).toBe('á'.repeat(120))
  expect(describeText('🎉'.repeat(130))).toBe('🎉'.repeat(120))
})

test('each status offers its own actions', () => {
  const statuses = Object.values(CampaignStatus)
  const offering = (rule: (campaign: { status: CampaignStatus }) => boolean) =>
    statuses.filter((status) => rule({ status }))
  expect(offering(canStop)).toEqual(['Em Andamento', 'Pausada'])
  expect(offering(canEdit)).toEqual(['Rascunho', 'Agendada', 'Imediata'])
  expect(offering(canReuse)).toEqual([
    ...['Rascunho', 'Agendada', 'Em Andamento', 'Pausada', 'Concluída', 'Concluída com erros'],
  ])
  expect(offering(showsCounts)).toEqual([
    ...['Em Andamento', 'Pausada', 'Concluída', 'Concluída com erros'],
  ])
  expect(offering(canPause)).toEqual(['Em Andamento'])
  expect(offering(canResume)).toEqual(['Pausada'])
})
