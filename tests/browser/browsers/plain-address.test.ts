import { expect, test } from 'vitest'
import { consoleRoutes } from '../../../src/contract/console-routes.ts'
import { describeConsole } from '../../support/browser/console.ts'
import { button, holdToasts } from '../../support/browser/places.ts'
import { ELSEWHERE } from '../../support/runner/chromium.ts'

describeConsole('an address without TLS', (console) => {
  test('a machine of the own network serves the console as well: what it deletes can be brought back', async () => {
    const user = await console().newUser()
    await user.post('/api/optouts', { phone: '61999990001', nome: 'Ana' })
    await user.post('/api/whatsapp/connect', { deviceId: 'loja', connectionName: 'Loja' })
    const { port } = new URL(console().url)
    const page = await console().open(`http://${ELSEWHERE}:${port}${consoleRoutes.optOuts}`, {
      isNew: true,
      expectedErrors: [/Cross-Origin-Opener-Policy/],
    })
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.getByLabel('E-mail').fill(user.email)
    await page.getByLabel('Senha').fill(user.password)
    await button(page, 'Entrar').click()
    const ana = page.getByRole('row').filter({ hasText: 'Ana' })
    await ana.waitFor()
    const release = await holdToasts(page)
    await button(page, 'Voltar a enviar para Ana').click()
    await page.getByText('Ninguém pediu para não receber').waitFor()
    await button(page, 'Desfazer').click()
    await release()
    await ana.waitFor()
    expect(await user.get('/api/optouts')).toMatchObject([{ phone: '5561999990001' }])
  })
})
