import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../../src/contract/campaigns/campaign-status.ts'
import { keepCampaign, keepDevice, keepSends, success } from '../../../support/domain/kept.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'

const read = [...success, { type: 'read' as const }]
const facts = [
  success,
  read,
  [...read, { type: 'replied' as const }],
  [{ type: 'failed' as const, code: 'send_failed' as const }],
  [{ type: 'failed' as const, code: 'not_on_whatsapp' as const }],
  [],
  [],
]
const counts = { sentCount: 3, deliveredCount: 2, readCount: 2, replyCount: 1 }

/** A stopped campaign: two recipients' turn did not come, and two failed. */
async function aStoppedCampaign(fields = {}) {
  const console = await aConsole()
  const deviceId = await keepDevice(console, console)
  await keepCampaign(console, console, {
    ...{ id: '1', name: 'Natal', text: 'Olá', deviceId, status: CampaignStatus.cancelled },
    ...{ recipientCount: facts.length, errorCount: 2, retryableCount: 1, ...counts, ...fields },
  })
  await keepSends(console, console, {
    sends: facts.map((each, place) => ({
      ...{ name: `Pessoa ${place}`, phone: `556199999000${place}`, facts: each },
    })),
  })
  return console
}

test('goes on with those who are left, in a draft that opens in the form', async () => {
  const console = await aStoppedCampaign()
  const { user, page } = await console.open('/campaigns')

  await user.click(await page.findByRole('button', { name: 'Continuar com os 2 que faltam' }))

  await page.findByText('Rascunho criado. Confira e envie quando quiser.', toast)
  await page.findByRole('heading', { level: 1, name: 'Editar campanha' })
  expect(await page.findByLabelText('Nome da campanha')).toHaveProperty(
    'value',
    'Natal (não enviados)',
  )
  const [draft] = await console.api('GET', '/api/campaigns')
  expect(draft).toMatchObject({ status: 'Rascunho', texto: 'Olá' })
  expect(location.search).toBe(`?editar=${draft.id}`)
  expect(await console.api('GET', '/api/contacts')).toMatchObject([{ total: 2 }])
})

test('a draft that comes when its screen is left opens nothing on the next one', async () => {
  const console = await aStoppedCampaign()
  const { user, page } = await console.open('/campaigns')
  const held = aPromise()
  console.intercept(async ({ method }) => {
    if (method === 'POST') await held.promise
    return undefined
  })
  await user.click(await page.findByRole('button', { name: 'Continuar com os 2 que faltam' }))
  await user.click(page.getByRole('link', { name: 'Contatos' }))
  await page.findByRole('heading', { level: 1, name: 'Contatos' })
  held.keep()
  await page.findByText('Rascunho criado. Confira e envie quando quiser.', toast)
  await waitFor(() => expect(console.isAtRest()).toBe(true))
  expect(location.pathname).toBe('/contacts')
})

test('offers every part of the people with its number, and says why a part is empty', async () => {
  const console = await aStoppedCampaign({ readCount: 3 })
  const { user, page } = await console.open('/campaigns')
  await user.click(await page.findByRole('button', { name: 'Ações de Natal' }))
  const menu = await page.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Continuar com os 2 que faltam',
    'Reenviar para a pessoa que falhou',
    'Escrever para a pessoa que não recebeu',
    'Escrever para os 2 que não responderam',
    'Escrever para a pessoa que respondeu',
    'Reutilizar',
  ])
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Ações de Natal'),
  )

  await user.click(await page.findByRole('link', { name: 'Ver Detalhes' }))
  await user.click(await page.findByRole('link', { name: 'Abrir a página da campanha' }))
  const part = await page.findByRole('region', { name: 'A partir dos resultados' })
  within(part).getByRole('button', { name: 'Reenviar para a pessoa que falhou' })
  within(part).getByText('Tudo o que saiu foi lido.')
})

test('makes a list under a name, and tells in words what cannot be', async () => {
  const console = await aStoppedCampaign()
  const { user, page } = await console.open('/campaigns/1')
  const make = 'Criar lista com estes contatos: 2 que não responderam'
  await user.click(await page.findByRole('button', { name: make }))
  const name = await page.findByLabelText('Nome da lista')
  expect(name).toHaveProperty('value', 'Natal (sem resposta)')
  await user.clear(name)
  await user.type(name, 'Quietos')
  await user.click(page.getByRole('button', { name: 'Criar lista' }))
  await page.findByText('Lista "Quietos" criada com 2 contatos.', toast)
  expect(await console.api('GET', '/api/contacts')).toMatchObject([{ name: 'Quietos', total: 2 }])

  await console.api('POST', '/api/optouts', { phone: '5561999990002' })
  await user.click(page.getByRole('button', { name: 'Escrever para a pessoa que respondeu' }))
  await page.findByText('Ninguém desta campanha está nesta situação.', toast)
})
