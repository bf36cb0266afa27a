import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../../support/browser/console.ts'
import {
  aShopGateway,
  elsewhere,
  register,
  webhookUrlOf,
} from '../../support/browser/shop-gateway.ts'

describeConsole('the screen of instances', (console) => {
  test('shows the instances of a gateway as they are now, and brings their messages here', async () => {
    const gateway = await aShopGateway()
    const user = await console().newUser()
    const page = await console().open('/instances', { user })
    await page.getByRole('button', { name: 'Cadastrar gateway' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cadastrar gateway' })
    await dialog.getByLabel('URL').fill('a loja')
    await dialog.getByRole('button', { name: 'Cadastrar' }).click()
    await dialog.getByText('Informe uma URL que comece com http:// ou https://.').waitFor()
    await dialog.getByText('Informe a API Key.').waitFor()
    expect(await page.locator(':focus').getAttribute('name')).toBe('url')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByText('O que foi digitado ainda não foi salvo. Sair sem salvar?').waitFor()
    await page.getByRole('button', { name: 'Não' }).click()
    expect(await dialog.getByLabel('URL').inputValue()).toBe('a loja')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sim' }).click()
    await register(page, gateway.url)

    await page.getByText('Gateway cadastrado com sucesso!').waitFor()
    const shop = page.getByRole('region', { name: 'loja-aurora' })
    await shop.getByRole('heading', { name: 'Loja Aurora' }).waitFor()
    await shop.getByText('+55 (61) 98888-0001').waitFor()
    await shop.getByText('12.345').waitFor()
    await shop.getByText('Criada em 05/10/2026').waitFor()
    await shop.getByText('Desconectado').waitFor()
    await shop.getByText('O webhook leva a outro endereço: antigo.exemplo.com.br').waitFor()
    await shop.getByText('Nenhuma mensagem recebida ainda').waitFor()
    const counter = page.getByRole('region', { name: 'balcao' })
    await counter.getByText('Conectado').waitFor()
    await counter.getByText('Sem webhook: as mensagens não chegam aqui').waitFor()
    await page.getByText('Evolution API 2.3.6').waitFor()
    await expectAccessible(page)

    await shop.getByRole('button', { name: 'Corrigir webhook' }).click()
    await page.getByText(`O webhook desta instância leva a ${elsewhere.url}.`).waitFor()
    await page.getByRole('button', { name: 'Sim' }).click()
    await page.getByText('Webhook configurado com sucesso!').waitFor()
    await shop.getByText('O webhook leva a este servidor').waitFor()
    const webhook = gateway.instances['loja-aurora']?.webhook
    expect(webhook?.url).toBe(await webhookUrlOf(user, gateway.url))

    await counter.getByRole('button', { name: 'Corrigir webhook' }).click()
    await counter.getByText('O webhook leva a este servidor').waitFor()
    expect(gateway.instances.balcao?.webhook).toEqual({
      enabled: true,
      url: webhook?.url,
      webhook_by_events: false,
      webhook_base64: true,
      events: ['MESSAGES_UPSERT'],
    })

    await fetch(String(webhook?.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        event: 'messages.upsert',
        instance: 'loja-aurora',
        data: {
          key: { remoteJid: '5561977770001@s.whatsapp.net', fromMe: false, id: 'CHEGOU1' },
          pushName: 'Rita',
          message: { conversation: 'Tem pão de queijo?' },
          messageType: 'conversation',
          messageTimestamp: Math.floor(Date.now() / 1000),
        },
      }),
    })
    await shop.getByText('Última recebida agora').waitFor()

    // Opens the chat with this instance chosen, although it has no talks yet.
    await counter.getByRole('button', { name: 'Ações de balcao' }).click()
    await page.getByRole('menuitem', { name: 'Ver conversas' }).click()
    await page.getByText('Ninguém escreveu ainda').waitFor()
    const chosen = page.getByLabel('Instância').locator('option:checked')
    expect(await chosen.textContent()).toBe(`balcao · ${new URL(gateway.url).host}`)
    await page.goBack()

    await page.getByRole('button', { name: 'Excluir gateway' }).click()
    await page.getByText('Tem certeza que deseja excluir este gateway?').waitFor()
    await page.getByRole('button', { name: 'Sim' }).click()
    await page.getByText('Gateway excluído com sucesso!').waitFor()
    await shop.waitFor({ state: 'hidden' })
  })

  test('creates an instance, shows its code on a phone-sized screen, and deletes it', async () => {
    const gateway = await aShopGateway()
    const user = await console().newUser()
    const expectedErrors = [/422/, /503/, /Erro ao/, /Failed to load/]
    const page = await console().open('/instances', { user, viewport: narrow, expectedErrors })
    await register(page, gateway.url)
    await page.getByRole('button', { name: 'Nova instância' }).click()
    const form = page.getByRole('dialog', { name: 'Nova instância' })
    expect(await form.getByLabel('Webhook').inputValue()).toBe(
      await webhookUrlOf(user, gateway.url),
    )
    await form.getByLabel('Gateway').selectOption('')
    await form.getByRole('button', { name: 'Criar instância' }).click()
    await form.getByText('Selecione uma evolution válida.').waitFor()
    await form.getByText('Informe o nome da instância.').waitFor()
    await expectAccessible(page)

    await form.getByLabel('Gateway').selectOption(gateway.url)
    await form.getByLabel('Nome da instância').fill('balcao')
    await form.getByLabel('Número').fill('+55 (61) 98888-0003')
    await form.getByRole('button', { name: 'Criar instância' }).click()
    await form
      .getByText(
        'Erro ao criar instância. Verifique os dados. Já existe uma instância com este nome neste gateway.',
      )
      .waitFor()
    expect(await form.getByLabel('Número').inputValue()).toBe('+55 (61) 98888-0003')
    await form.getByLabel('Nome da instância').fill('delivery')
    await form.getByRole('button', { name: 'Criar instância' }).click()

    const code = page.getByRole('dialog', { name: 'Conectar delivery' })
    await code.getByText('LOJA-2026').waitFor()
    await code.getByRole('button', { name: 'Copiar código' }).waitFor()
    await expectAccessible(page)
    await code.getByRole('button', { name: 'Usar QR Code' }).click()
    await code.getByRole('img', { name: /Código QR/ }).waitFor()
    const made = gateway.instances.delivery
    expect(made?.webhook).toMatchObject({
      url: await webhookUrlOf(user, gateway.url),
      enabled: true,
      webhookByEvents: false,
      webhookBase64: true,
      events: ['MESSAGES_UPSERT'],
    })
    if (made) made.state = 'open'
    await page.getByText('Instância conectada com sucesso!').waitFor()
    await code.waitFor({ state: 'hidden' })

    const card = page.getByRole('region', { name: 'delivery' })
    await card.getByText('Conectado', { exact: true }).waitFor()
    gateway.failures.set('DELETE /instance/delete/delivery', { status: 500, body: {} })
    await askToDelete(page)
    await page.getByText(/^Erro ao excluir instância. Tente novamente./).waitFor()
    gateway.failures.clear()
    await askToDelete(page)
    await page.getByText('Instância excluída com sucesso!').waitFor()
    await card.waitFor({ state: 'hidden' })
  })

  test('says what a gateway refused, in the words of the product', async () => {
    const gateway = await aShopGateway()
    const user = await console().newUser()
    const expectedErrors = [/422/, /503/, /Erro ao/, /A conexão não se completou/, /Failed to load/]
    const page = await console().open('/instances', { user, expectedErrors })
    await register(page, gateway.url, 'chave-errada')
    await page
      .getByText('Erro ao buscar instâncias. Verifique se a URL e API Key estão corretas.')
      .waitFor()
    await page.getByText('O gateway recusou a API Key. Verifique a URL e a chave.').waitFor()
    await expectAccessible(page)
    await register(page, `${gateway.url}/`)

    const shop = page.getByRole('region', { name: 'loja-aurora' })
    await shop.getByText('Desconectado').waitFor()
    gateway.failures.set('GET /instance/connect/loja-aurora', {
      status: 200,
      body: { error: true, message: '[object Object]' },
    })
    await shop.getByRole('button', { name: 'Conectar' }).click()
    const code = page.getByRole('dialog', { name: 'Conectar loja-aurora' })
    await code.getByText('Erro ao gerar QR Code. Tente novamente. O gateway recusou').waitFor()
    await expectAccessible(page)
    gateway.failures.clear()
    await code.getByRole('button', { name: 'Tentar novamente' }).click()
    await code.getByRole('img', { name: /Código QR/ }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Ações de loja-aurora' }).click()
    await page.getByRole('menuitem', { name: 'Configurar webhook' }).click()
    const webhook = page.getByRole('dialog', { name: 'Webhook de loja-aurora' })
    expect(await webhook.getByLabel('URL').inputValue()).toBe(elsewhere.url)
    await webhook.getByLabel('URL').fill('')
    await webhook.getByRole('button', { name: 'Salvar webhook' }).click()
    await webhook.getByText('Por favor, informe a URL do webhook').waitFor()
    await expectAccessible(page)
    gateway.failures.set('POST /webhook/set/loja-aurora', {
      status: 400,
      body: { status: 400, error: 'Bad Request', response: { message: [['no "events"']] } },
    })
    await webhook.getByLabel('URL').fill('https://novo.exemplo.com.br/hook')
    await webhook.getByRole('button', { name: 'Salvar webhook' }).click()
    await webhook
      .getByText('Erro ao configurar webhook. Tente novamente. Resposta do gateway: no "events"')
      .waitFor()
    gateway.failures.clear()
    await webhook.getByRole('button', { name: 'Salvar webhook' }).click()
    await page.getByText('Webhook configurado com sucesso!').waitFor()
    await shop.getByText('O webhook leva a outro endereço: novo.exemplo.com.br').waitFor()

    gateway.failures.set('GET /instance/fetchInstances', {
      status: 503,
      body: { error: 'service not activated', code: 'LICENSE_REQUIRED' },
    })
    await page.reload()
    await page.getByText('Este gateway só responde depois de ter a licença ativada.').waitFor()
    gateway.failures.clear()
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await shop.waitFor()
  })
})

async function askToDelete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ações de delivery' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await page.getByText('Tem certeza que deseja excluir a instância delivery?').waitFor()
  await page.getByRole('button', { name: 'Sim' }).click()
}
