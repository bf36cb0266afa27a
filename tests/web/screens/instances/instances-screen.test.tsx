import { expect, test } from 'vitest'
import { keepDevice } from '../../../support/domain/kept.ts'
import { aConsole } from '../../../support/web/console.tsx'

const SHOP = '5561988880000'

test('an instance goes by the name of its connection, also before a phone is linked', async () => {
  const console = await aConsole()
  const shop = { deviceId: SHOP, connectionName: 'Atendimento', state: 'pending' } as const
  await keepDevice(console, console, shop)
  const { page } = await console.open('/instances')
  await page.findByRole('heading', { level: 2, name: 'Atendimento' })
  page.getByText(SHOP)
  expect(page.queryByText('Sem número')).toBeNull()
})

test('this server comes first among the gateways, and its address after its name', async () => {
  const console = await aConsole()
  const { page } = await console.open('/instances')
  const gateway = await page.findByLabelText('Gateway', { selector: 'select' })
  expect(gateway.textContent).toMatch(/^Este servidor · http/)
})
