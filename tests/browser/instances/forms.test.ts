import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible } from '../../support/browser/console.ts'
import { aShopGateway, register } from '../../support/browser/shop-gateway.ts'

describeConsole('a form of an instance', (console) => {
  test('links an assistant to an instance, and shows what the server holds when it refuses', async () => {
    const user = await console().newUser()
    const gateway = await aShopGateway()
    const expectedErrors = [/status of 5/, /Erro ao atualizar/, /ERR_FAILED/]
    const page = await console().open('/instances', { user, expectedErrors })
    await page.getByRole('tab', { name: 'Assistentes' }).click()
    await page.getByText('MISTRAL_API_KEY').waitFor()
    await page.getByRole('button', { name: 'Criar assistente' }).click()
    const form = page.getByRole('dialog', { name: 'Novo assistente' })
    await form.getByRole('button', { name: 'Criar assistente' }).click()
    await form.getByText('Informe as instruções.').waitFor()
    await form.getByText('Escolha o modelo.').waitFor()
    await expectAccessible(page)
    await form.getByLabel('Nome').fill('Atendente')
    await form.getByLabel('Instruções').fill('Responda com gentileza.')
    await form.getByLabel('Modelo').selectOption('mistral-small-latest')
    await form.getByRole('button', { name: 'Criar assistente' }).click()
    await page.getByRole('region', { name: 'Atendente' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'Instâncias' }).click()
    await register(page, gateway.url)
    const card = page.getByRole('region', { name: 'balcao' })
    await card.getByLabel('Assistente').selectOption('Atendente')
    await page.getByText('Assistente ligado à instância.').waitFor()
    const isOn = card.getByRole('switch', { name: 'Responder' })
    expect(await isOn.getAttribute('aria-checked')).toBe('true')
    await page.route('**/api/instance-assistants/**', (route) => route.abort())
    await isOn.click()
    await page.getByText('Erro ao atualizar o status do assistente.').waitFor()
    expect(await isOn.getAttribute('aria-checked')).toBe('true')
    await page.unroute('**/api/instance-assistants/**')
    await isOn.click()
    await card.locator('[role="switch"][aria-checked="false"]:not([aria-busy])').waitFor()
    const links = await user.get<unknown[]>('/api/instance-assistants')
    expect(links).toMatchObject([{ instance_name: 'balcao', is_active: false }])

    await page.route('**/api/instance-assistants/**', (route) => route.abort())
    const assistant = card.getByLabel('Assistente')
    await assistant.selectOption('Nenhum assistente')
    await page.getByText('Erro ao atualizar o assistente da instância.').waitFor()
    expect(await assistant.locator('option:checked').textContent()).toBe('Atendente')
    await page.unroute('**/api/instance-assistants/**')
    await assistant.selectOption('Nenhum assistente')
    await page.getByText('A instância ficou sem assistente.').waitFor()
    expect(await assistant.locator('option:checked').textContent()).toBe('Nenhum assistente')
    expect(await isOn.count()).toBe(0)
    expect(await user.get<unknown[]>('/api/instance-assistants')).toEqual([])
  })

  test('asks before a dialog with unsaved input is left, also by closing the tab', async () => {
    const user = await console().newUser()
    const gateway = await aShopGateway()
    const page = await console().open('/instances', { user })
    await page.getByRole('button', { name: 'Criar instância' }).click()
    expect(await asksBeforeUnload(page)).toBe(false)
    const form = page.getByRole('dialog', { name: 'Nova instância' })
    await form.getByLabel('Nome da instância').fill('matriz')
    expect(await asksBeforeUnload(page)).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByText('O que foi digitado ainda não foi salvo. Sair sem salvar?').waitFor()
    await page.getByRole('button', { name: 'Sim' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(await asksBeforeUnload(page)).toBe(false)

    // After a form is sent, leaving it asks nothing.
    await register(page, gateway.url)
    const card = page.getByRole('region', { name: 'balcao' })
    await card.getByRole('button', { name: 'Ações de balcao' }).click()
    await page.getByRole('menuitem', { name: 'Configurar webhook' }).click()
    const webhook = page.getByRole('dialog', { name: 'Webhook de balcao' })
    await webhook.getByRole('switch', { name: 'Ativo' }).click()
    expect(await asksBeforeUnload(page)).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Não' }).click()
    await webhook.getByRole('button', { name: 'Salvar webhook' }).click()
    await webhook.waitFor({ state: 'hidden' })
    expect(await asksBeforeUnload(page)).toBe(false)
    expect(gateway.instances.balcao?.webhook).toMatchObject({ enabled: false })
  })

  test('leads to the sign-in, and asks nothing, when the session ends under a dialog', async () => {
    const user = await console().newUser()
    const page = await console().open('/instances', { user, expectedErrors: [/401/, /Erro ao/] })
    await page.getByRole('button', { name: 'Criar instância' }).click()
    const form = page.getByRole('dialog', { name: 'Nova instância' })
    await form.getByLabel('Nome da instância').fill('matriz')
    await user.post('/auth/password', { current: user.password, password: 'outra senha boa' })
    await form.getByRole('button', { name: 'Criar instância' }).click()
    await page.getByText('Sua sessão terminou. Entre novamente para continuar.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?de=%2Finstances')
  })
})

/** Whether the browser would ask before it closes the tab. */
async function asksBeforeUnload(page: Page): Promise<boolean> {
  return await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  )
}
