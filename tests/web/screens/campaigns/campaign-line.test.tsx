import { within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { Campaign } from '../../../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { formatDateTime } from '../../../../web/format.ts'
import { phones } from '../../../support/daemon/user.ts'
import { keepCampaign, keepDevice, runCampaign } from '../../../support/domain/kept.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'
import { setWidth } from '../../../support/web/width.ts'

async function onAPhone() {
  setWidth(390)
  onTestFinished(() => setWidth(1440))
  return await aConsole()
}

test('on a phone the menu of a campaign steers it, and deletes it last', async () => {
  const console = await onAPhone()
  await runCampaign(console, console, await keepDevice(console, console))
  const { user, page } = await console.open('/campaigns')
  const line = within(await page.findByRole('article', { name: 'Natal' }))
  const choose = async (name: string) => {
    await user.click(line.getByRole('button', { name: 'Ações de Natal' }))
    await user.click(line.getByRole('menuitem', { name }))
  }
  await choose('Pausar')
  await line.findByText('Pausada')
  expect(line.queryByRole('button', { name: 'Continuar' })).toBeNull()
  await choose('Continuar')
  await line.findByText('Em Andamento')
  await user.click(line.getByRole('button', { name: 'Ações de Natal' }))
  const items = line.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect([items[0], items[1], items.at(-1)]).toEqual(['Pausar', 'Parar', 'Excluir'])
  await user.keyboard('{Escape}')
  await choose('Ver Detalhes')
  await user.click(await page.findByRole('button', { name: 'Fechar' }))
  await choose('Excluir')
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Campanha excluída com sucesso!', toast)
})

test.each<[string, Partial<Campaign>, readonly (string | RegExp)[]]>([
  [
    'one to come when it begins',
    {
      status: CampaignStatus.scheduled,
      scheduledAt: '2099-03-15T12:00:00.000Z',
    },
    ['Agendada', formatDateTime('2099-03-15T12:00:00.000Z'), 'Começa', '61 pessoas'],
  ],
  ['a draft when it was made', { status: CampaignStatus.draft }, ['Rascunho', 'Criada']],
  [
    'one that is over how it went',
    {
      status: CampaignStatus.doneWithErrors,
      ...{ recipientCount: 50, sentCount: 48, errorCount: 2, replyCount: 1 },
    },
    ['48', /de 50 enviados/, '1 resposta', '2 erros'],
  ],
  [
    'one that failed why',
    { status: CampaignStatus.failed, endReason: 'A lista não tinha ninguém.' },
    ['A lista não tinha ninguém.'],
  ],
])('on a phone a line says of %s', async (_, fields, said) => {
  const console = await onAPhone()
  const { id: listId } = await console.api('POST', '/api/contacts', {
    name: 'Pais',
    contatos: phones(61).map((phone) => ({ name: 'Ana', phone })),
  })
  const contactListId = String(listId)
  await keepCampaign(console, console, { id: '1', name: 'Natal', contactListId, ...fields })
  const { page } = await console.open('/campaigns')
  const line = within(await page.findByRole('article', { name: 'Natal' }))
  for (const words of said) await line.findByText(words)
  expect(line.getByRole('link', { name: 'Natal' }).getAttribute('href')).toBe('/campaigns/1')
})

test('on a phone a line says that its connection is lost', async () => {
  const console = await onAPhone()
  const deviceId = await keepDevice(console, console, { state: 'disconnected' })
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Natal', deviceId, status: CampaignStatus.scheduled },
    scheduledAt: '2099-03-15T12:00:00.000Z',
  })
  const { page } = await console.open('/campaigns')
  await page.findByText(/^A conexão Loja está desconectada/)
})
