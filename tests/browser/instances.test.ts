import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeConsole, expectAccessible, narrow } from '../support/browser/console.ts'
import { aPlayedGateway, aRecord, PLAYED_KEY } from '../support/browser/gateway-stand-in.ts'
import { examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { type User, until } from '../support/daemon/user.ts'

const elsewhere = {
  id: 'w1',
  url: 'https://antigo.exemplo.com.br/hook',
  enabled: true,
  events: ['MESSAGES_UPSERT', 'CONNECTION_UPDATE'],
  webhookByEvents: false,
  webhookBase64: true,
}

/** Version 2 and version 1 side by side; the first says it is open, and is not. */
async function aShopGateway() {
  return await aPlayedGateway({
    'loja-aurora': {
      record: aRecord('loja-aurora', {
        profileName: 'Loja Aurora',
        ownerJid: '5561988880001@s.whatsapp.net',
        _count: { Message: 12_345, Contact: 210, Chat: 48 },
      }),
      state: 'close',
      webhook: { ...elsewhere },
      emptyPolls: 0,
    },
    balcao: {
      record: {
        instance: {
          instanceName: 'balcao',
          owner: '5561988880002@s.whatsapp.net',
          profileName: 'Balcão',
          status: 'open',
        },
      },
      state: 'open',
      webhook: null,
      emptyPolls: 0,
    },
  })
}

async function register(page: Page, url: string, key = PLAYED_KEY): Promise<void> {
  await page.getByRole('button', { name: 'Cadastrar gateway' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cadastrar gateway' })
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByLabel('API Key').fill(key)
  await dialog.getByRole('button', { name: 'Cadastrar' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Whether the browser would ask before it closes the tab. */
async function asksBeforeUnload(page: Page): Promise<boolean> {
  return await page.evaluate(
    () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  )
}

async function webhookUrlOf(user: User, url: string): Promise<string> {
  const rows = await user.get<{ url: string; webhook_url: string }[]>('/api/evolution')
  return rows.find((row) => row.url === url)?.webhook_url ?? ''
}

describeConsole('instances', (console) => {
  test('takes an account of this server from its creation to an answered message', async () => {
    const user = await console().newUser()
    const page = await console().open('/instances', { user })
    await page.getByText('Nenhuma instância neste gateway').waitFor()
    await expectAccessible(page)
    expect(await page.getByLabel('Gateway').locator('option:checked').textContent()).toMatch(
      /^Este servidor · .*\/gateway$/,
    )
    await page.getByRole('button', { name: 'Criar instância' }).click()
    const form = page.getByRole('dialog', { name: 'Nova instância' })
    await form.getByLabel('Nome da instância').fill('matriz')
    await form.getByRole('button', { name: 'Criar instância' }).click()
    const code = page.getByRole('dialog', { name: 'Conectar matriz' })
    await code.getByRole('img', { name: /Código QR/ }).waitFor()
    await expectAccessible(page)
    await code.getByRole('button', { name: 'Usar código de pareamento' }).press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'number')
    await code.getByRole('button', { name: 'Ler com o celular simulado' }).click()
    await page.getByText('Instância conectada com sucesso!').waitFor()
    const card = page.getByRole('region', { name: 'matriz' })
    await card.getByText('Conectado', { exact: true }).waitFor()

    await card.getByRole('button', { name: 'Chatbots' }).click()
    const chatbots = page.getByRole('dialog', { name: 'Chatbots de matriz' })
    await chatbots.getByText('Nenhum chatbot nesta instância').waitFor()
    await chatbots.getByRole('button', { name: 'Novo chatbot' }).click()
    const chatbot = page.getByRole('dialog', { name: 'Novo chatbot' })
    await chatbot.getByRole('button', { name: 'Criar chatbot' }).click()
    await chatbot.getByText('Informe pelo menos uma palavra-chave.').waitFor()
    await chatbot.getByText('Informe a resposta ou o assistente que responde.').waitFor()
    await expectAccessible(page)
    await chatbot.getByLabel('Nome').fill('Horário')
    await chatbot.getByRole('textbox', { name: 'Palavras-chave' }).pressSequentially('abre,fecha')
    await chatbot.getByLabel('Resposta').fill('Abrimos das 9h às 18h.')
    await chatbot.getByRole('button', { name: 'Criar chatbot' }).click()
    await chatbots.getByText('Abrimos das 9h às 18h.').waitFor()
    await chatbots.getByRole('switch', { name: 'Horário ativo' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    const [own] = await user.get<{ ownerJid: string }[]>(
      '/api/evolution/own/proxy/instance/fetchInstances',
    )
    const account = own?.ownerJid.split('@')[0] ?? ''
    const person = '5561977770009'
    const text = 'Vocês abrem amanhã? Que horas abre?'
    await console().control.sendInbound({ from: person, to: account, text })
    await card.getByText('Última recebida agora').waitFor()
    await card.getByText('As mensagens chegam direto a este servidor').waitFor()
    const answered = await until(
      () => console().control.inbox(person),
      (messages) => messages.length > 0,
    )
    expect(answered).toMatchObject([{ text: 'Abrimos das 9h às 18h.' }])
    await card.getByRole('definition').filter({ hasText: '2' }).waitFor()
  })

  test('shows what became of the events of a webhook, and sends again what was given up', async () => {
    let status = 410
    const receiver = await aStandIn(() => ({ status, body: {} }))
    const user = await console().newUser()
    const account = await user.pair(console().control, '5561988880044')
    const page = await console().open('/instances', { user })
    await page.getByRole('button', { name: `Ações de ${account}` }).click()
    await page.getByRole('menuitem', { name: 'Configurar webhook' }).click()
    const form = page.getByRole('dialog', { name: `Webhook de Loja ${account}` })
    await form.getByLabel('URL').fill(`${receiver.url}/avisos`)
    await form.getByRole('button', { name: 'Salvar webhook' }).click()
    await page.getByText('Webhook configurado com sucesso!').waitFor()
    await console().control.sendInbound({ from: '5561977770044', to: account, text: 'Oi!' })
    await until(
      () => user.get<{ status: string }[]>(`/api/webhooks/deliveries?instance=${account}`),
      (deliveries) => deliveries.some((delivery) => delivery.status === 'dead'),
    )

    await page.getByRole('button', { name: `Ações de ${account}` }).click()
    await page.getByRole('menuitem', { name: 'Entregas do webhook' }).click()
    const log = page.getByRole('dialog', { name: `Entregas do webhook de Loja ${account}` })
    await log.getByText('Falhou').first().waitFor()
    await log.getByText('O webhook respondeu 410.').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const card = page.getByRole('region', { name: account })
    await card.getByText(`O webhook avisa ${new URL(receiver.url).host}`).waitFor()
    await card.getByText(/^O último aviso não chegou · resposta 410/).waitFor()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Ver entregas' }).click()
    await log.getByRole('button', { name: 'Enviar teste' }).click()
    const trial = page.getByRole('dialog', { name: 'Enviar um teste' })
    await trial.getByText('"event": "messages.upsert"').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `instancia-teste-${look.look}`)
    }
    await lookAt(page, screenLooks[0] ?? expect.unreachable())
    status = 200
    await trial.getByRole('button', { name: 'Enviar agora' }).click()
    await trial.getByText(/^O teste chegou: o endereço respondeu 200/).waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `instancia-teste-chegou-${look.look}`)
    }
    await lookAt(page, screenLooks[0] ?? expect.unreachable())
    await trial.getByText('Fechar', { exact: true }).click()
    await trial.waitFor({ state: 'hidden' })
    await log.getByRole('link').filter({ hasText: 'messages.upsert' }).click()
    await log.getByText('"apikey": "••••••••"').waitFor()
    await log.getByRole('button', { name: 'Enviar de novo', exact: true }).click()
    await log.getByText(/^Chegou: o endereço respondeu 200/).waitFor()
    await log.getByText('Entregue', { exact: true }).first().waitFor()
    await expectAccessible(page)
  })

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

    // What has been sent leads on by itself, and asks nothing.
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

    // Its talks, though there are none yet: not those of another instance.
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
