import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeviceStatus } from '../../../../src/contract/devices/device.ts'
import { keepDevice } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'

const SHOP = '5561988880000'

async function aCard(answer: () => Response | Promise<Response>) {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  let count = 0
  console.intercept(({ method, url }) => {
    if (method !== 'POST' || !url.includes(`/instance/restart/${SHOP}`)) return undefined
    count += 1
    return answer()
  })
  const { user, page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  const restart = await card.findByRole('button', {
    name: 'Reiniciar a conexão de Atendimento',
  })
  return { console, user, page, restart, countOf: () => count }
}

test.each([
  ['open', 'A instância está conectada de novo.'],
  ['connecting', 'A instância está reconectando.'],
])('a connection is begun anew from its card, and is %s', async (state, sentence) => {
  const { user, page, restart } = await aCard(() =>
    Response.json({ instance: { instanceName: SHOP, state } }),
  )
  await user.click(restart)
  await page.findByText(sentence, toast)
})

test('two presses begin it once, and the button says that it is under way', async () => {
  const held = aPromise()
  const { user, page, restart, countOf } = await aCard(async () => {
    await held.promise
    return Response.json({ instance: { instanceName: SHOP, state: 'open' } })
  })
  await user.click(restart)
  await user.click(restart)
  expect(restart.getAttribute('aria-busy')).toBe('true')
  held.keep()
  await page.findByText('A instância está conectada de novo.', toast)
  await passes(() => expect(restart.getAttribute('aria-busy')).toBeNull())
  expect(countOf()).toBe(1)
})

test('where WhatsApp wants a code first, the code is shown', async () => {
  const { user, page, restart } = await aCard(() =>
    Response.json({ base64: null, code: '2@x', pairingCode: null, count: 1 }),
  )
  await user.click(restart)
  await page.findByRole('dialog', { name: 'Conectar Atendimento' })
})

test('what failed is said with its reason', async () => {
  const { console, user, page, restart } = await aCard(() => refusal('Sem espaço.'))
  await user.click(restart)
  await page.findByText('Não foi possível reiniciar a conexão. Sem espaço.', toast)
  console.complaints.take(/Não foi possível reiniciar/)
})

test.each(['pending', 'disconnected'] as const)(
  'a connection that is %s begins by its own button',
  async (state: DeviceStatus) => {
    const console = await aConsole()
    await keepDevice(console, console, { deviceId: SHOP, state })
    const { page } = await console.open('/instances')
    const card = within(await page.findByRole('region', { name: SHOP }))
    await card.findByRole('button', { name: 'Conectar' })
    expect(card.queryByRole('button', { name: /^Reiniciar/ })).toBeNull()
  },
)

test('a phone is taken off its instance only once that was confirmed, and the instance stays', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  const { user, page } = await console.open('/instances')
  const menu = await page.findByRole('button', { name: `Ações de ${SHOP}` })
  const ask = async (answer: 'Sim' | 'Não') => {
    await user.click(menu)
    await user.click(page.getByRole('menuitem', { name: 'Desconectar' }))
    const question = within(await page.findByRole('dialog', { name: 'Desconectar Atendimento' }))
    await user.click(question.getByRole('button', { name: answer }))
  }
  await page.findByText('Conectado')
  await ask('Não')
  page.getByText('Conectado')
  await ask('Sim')
  await page.findByText('WhatsApp desconectado da instância.', toast)
  const card = within(page.getByRole('region', { name: SHOP }))
  await card.findByRole('button', { name: 'Conectar' })
  await user.click(menu)
  expect(page.queryByRole('menuitem', { name: 'Desconectar' })).toBeNull()
})
