import { expect, test } from 'vitest'
import { keepDevice, runCampaign } from '../../../support/domain/kept.ts'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'
import { gapsOf, ownTime } from '../../../support/web/time.ts'

test('connections are read anew every 30 seconds', async () => {
  const { open, calls, isAtRest } = await aConsole()
  const { pass } = ownTime(isAtRest)
  const { page } = await open('/whatsapp/connections')
  await pass(100)
  page.getByText(/Nenhuma conexão encontrada\./)
  expect(gapsOf(calls, '/devices')).toEqual([30, 30, 30])
})

test('cannot delete a connection that the server keeps', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { connectionName: 'Loja' })
  const { user, page } = await console.open('/whatsapp/connections')
  console.intercept(({ url, method }) =>
    method === 'DELETE' && url.endsWith('/auth') ? refusal('Sem disco.') : undefined,
  )
  await user.click(await page.findByRole('button', { name: 'Ações de Loja' }))
  await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Não foi possível excluir a conexão.', toast)
  await page.findByText('Conectado')
  expect(console.complaints.take(/^error: Não foi possível excluir a conexão/)).toHaveLength(1)
})

test('asks twice before it deletes what a campaign uses', async () => {
  const console = await aConsole()
  await runCampaign(console, console, await keepDevice(console, console))
  const { user, page } = await console.open('/whatsapp/connections')
  await user.click(await page.findByRole('button', { name: /^Ações de/ }))
  await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText(/Uma campanha em andamento usa esta conexão/)
  await user.click(page.getByRole('button', { name: 'Sim' }))
  await page.findByText('Conexão excluída com sucesso!')
})
