import { expect, test } from 'vitest'
import { describeConsole, expectAccessible } from '../../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../../support/browser/looks.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { until } from '../../support/daemon/user.ts'

describeConsole('an instance of this server', (console) => {
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
})
