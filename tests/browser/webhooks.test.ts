import { expect, test } from 'vitest'
import { describeConsole } from '../support/browser/console.ts'
import { examine, lookAt, screenLooks } from '../support/browser/looks.ts'
import { button, toast } from '../support/browser/places.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { type User, until } from '../support/daemon/user.ts'
import { expectSigned } from '../support/domain/standard-webhooks.ts'
import { aReceiver } from '../support/web/receiver.ts'

const NAMES = ['Ana Lima', 'Bruno Sá', 'Célia Reis', 'Davi Melo'] as const
const phoneOf = (place: number) => `556199999010${place}`

type Row = { readonly id: string; readonly status: string; readonly attempts: number }

describeConsole('the screen of webhooks', (console) => {
  /** Opts people out one by one, while the receiver answers with the next status each time. */
  async function aToldWebhook(user: User, statuses: readonly number[]) {
    let status = 200
    const receiver = await aStandIn(() => ({
      status,
      body: status < 300 ? { recebido: true } : { erro: 'em manutenção', codigo: status },
    }))
    const { id } = await user.post<{ id: string }>('/api/webhooks', {
      url: `${receiver.url}/avisos`,
      eventos: ['resposta.recebida', 'descadastro.criado'],
    })
    const list = () => user.get<Row[]>(`/api/webhooks/${id}/deliveries`)
    for (const [place, next] of statuses.entries()) {
      status = next
      await user.post('/api/optouts', { phone: phoneOf(place), nome: NAMES[place] })
      await until(list, (rows) => rows.length > place && rows.every(({ attempts }) => attempts > 0))
    }
    const answer = (next: number) => {
      status = next
    }
    return { id, receiver, list, answer }
  }

  test('shows deliveries by outcome and contents, as the address says, and one whole', async () => {
    const user = await console().newUser()
    const { receiver, answer } = await aToldWebhook(user, [200, 410, 410, 503])
    const page = await console().open('/settings?aba=webhooks', { user })
    await page.getByRole('link', { name: 'Ver entregas' }).click()
    await button(page, /^Todas\s*4$/).waitFor()
    await button(page, /^Falharam\s*2$/).waitFor()
    const rows = page.getByRole('link', { name: /Alguém não quer mais receber/ })
    expect(await rows.count()).toBe(4)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `webhook-entregas-${look.look}`)
    }
    await lookAt(page, screenLooks[0] ?? expect.unreachable())

    await button(page, /^Falharam/).click()
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('searchbox').fill('+55 61 99999-0101')
    await expect.poll(() => rows.count()).toBe(1)
    await expect.poll(() => page.url()).toContain('busca=')
    await page.reload()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await page.getByRole('searchbox').inputValue()).toBe('+55 61 99999-0101')

    await rows.first().click()
    const opened = page.getByRole('region', { name: 'Entrega aberta' })
    await opened.getByText(`"phone": "${phoneOf(1)}"`).waitFor()
    await opened.getByText('em manutenção').waitFor()
    await opened.getByText('webhook-signature').first().waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `webhook-entrega-falhou-${look.look}`)
    }
    await lookAt(page, screenLooks[0] ?? expect.unreachable())
    answer(200)
    await opened.getByRole('button', { name: 'Enviar de novo' }).click()
    await opened.getByText(/^Chegou: o endereço respondeu 200 em/).waitFor()
    // The other failed delivery is tried again by itself meanwhile; this one was sent only twice.
    const its = receiver.seen.filter(({ text }) => text.includes(phoneOf(1)))
    expect(its).toHaveLength(2)
    expect(new Set(its.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `webhook-entrega-reenviada-${look.look}`)
    }
    await lookAt(page, screenLooks[0] ?? expect.unreachable())

    await page.goBack()
    await opened.waitFor({ state: 'hidden' })
    await page.getByText('Nenhuma entrega assim').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `webhook-entregas-nenhuma-${look.look}`)
    }
    await button(page, 'Limpar o filtro').click()
    await expect.poll(() => rows.count()).toBe(4)
  })

  test('sends all that failed again at once', async () => {
    const user = await console().newUser()
    const { id, list, answer } = await aToldWebhook(user, [410, 410, 410])
    answer(200)
    const page = await console().open(`/settings?aba=webhooks&webhook=${id}`, { user })
    await button(page, 'Enviar de novo as 3 que falharam').click()
    await button(page, 'Sim').click()
    await toast(page, '3 entregas voltaram para a fila.').waitFor()
    await until(list, (rows) => rows.every(({ status }) => status === 'delivered'))
    await button(page, /^Entregues\s*3$/).waitFor()
  })

  test('tries a webhook out with a sample of any event, and shows what was sent and answered', async () => {
    const user = await console().newUser()
    const { id, receiver, answer } = await aToldWebhook(user, [])
    const page = await console().open(`/settings?aba=webhooks&webhook=${id}`, { user })
    await page.getByText('Nenhuma entrega ainda').waitFor()
    await button(page, 'Enviar teste').click()
    const dialog = page.getByRole('dialog', { name: 'Enviar um teste' })
    await dialog.getByLabel('Evento').selectOption('campanha.concluida')
    await dialog.getByText('"deliveredCount": 112').waitFor()
    const shown = await dialog.getByRole('region', { name: 'Corpo que será enviado' }).innerText()
    await dialog.getByRole('button', { name: 'Enviar agora' }).click()
    await dialog.getByText(/^O teste chegou: o endereço respondeu 200/).waitFor()
    const sent = JSON.parse(receiver.seen[0]?.text ?? '')
    expect(sent).toMatchObject({ type: 'campanha.concluida', data: { deliveredCount: 112 } })
    expect(shown).toContain(sent.id)
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `webhook-teste-chegou-${look.look}`)
    }
    answer(500)
    await dialog.getByRole('button', { name: 'Enviar de novo' }).click()
    await dialog.getByText('O webhook respondeu 500.').waitFor()
    await examine(page, 'webhook-teste-falhou')
    await page.keyboard.press('Escape')

    await button(page, 'Conferir assinatura').click()
    const help = page.getByRole('dialog', { name: 'Conferir a assinatura' })
    await help.getByText('timingSafeEqual').first().waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `webhook-assinatura-${look.look}`)
    }
    await help.getByRole('tab', { name: 'Python' }).click()
    await help.getByText('compare_digest').first().waitFor()
  })

  test('draws another secret, and lets the old one sign beside it for some time', async () => {
    const user = await console().newUser()
    const { receiver } = await aToldWebhook(user, [])
    const page = await console().open('/settings?aba=webhooks', { user })
    await button(page, /^Ações de/).click()
    await page.getByRole('menuitem', { name: 'Trocar o segredo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Trocar o segredo' })
    await dialog.getByText('as duas assinaturas').waitFor()
    for (const look of screenLooks) {
      await lookAt(page, look)
      await examine(page, `webhook-trocar-segredo-${look.look}`)
    }
    await dialog.getByRole('button', { name: 'Trocar o segredo' }).click()
    await button(page, 'Guardei o segredo').click()
    await page.getByText(/^O segredo anterior ainda assina até/).waitFor()
    await button(page, 'Enviar teste').click()
    await button(page, 'Enviar agora').click()
    await page.getByText(/^O teste chegou/).waitFor()
    expect(String(receiver.seen[0]?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  })

  test('leads a stranger from the secret to a receiver that checks it, past what breaks on the way', async () => {
    const user = await console().newUser()
    const page = await console().open('/settings?aba=webhooks', { user })
    const pictures = async (name: string) => {
      for (const look of screenLooks) {
        await lookAt(page, look)
        await examine(page, `${name}-${look.look}`)
      }
      await lookAt(page, screenLooks[0] ?? expect.unreachable())
    }
    await button(page, 'Novo webhook').first().click()
    await page.getByLabel('Endereço').fill('http://127.0.0.1:9/avisos')
    await button(page, 'Cadastrar webhook').click()
    const shown = page.getByRole('dialog', { name: 'Segredo das assinaturas' })
    const secret = await shown.getByLabel('Segredo').inputValue()
    await shown.getByText('timingSafeEqual').first().waitFor()
    await pictures('webhook-segredo')

    // Nobody listens there yet.
    await shown.getByRole('button', { name: 'Guardei: enviar um teste' }).click()
    const trial = page.getByRole('dialog', { name: 'Enviar um teste' })
    await trial.getByRole('button', { name: 'Enviar agora' }).click()
    await trial.getByText('Não foi possível alcançar o webhook.').waitFor()
    await pictures('webhook-teste-inalcancavel')
    await page.keyboard.press('Escape')

    const receiver = await aReceiver('Node.js', secret)
    const edit = async (url: string) => {
      await button(page, /^Ações de/).click()
      await page.getByRole('menuitem', { name: 'Editar' }).click()
      await page.getByLabel('Endereço').fill(url)
      await button(page, 'Salvar webhook').click()
      await toast(page, 'Webhook alterado.').waitFor()
    }
    await edit(receiver.url)
    // The toast does not time out while its button has the focus.
    await button(page, 'Enviar um teste').focus()
    await pictures('webhook-salvo')
    await button(page, 'Enviar um teste').click()
    await trial.getByRole('button', { name: 'Enviar agora' }).click()
    await trial.getByText(/^O teste chegou: o endereço respondeu 204/).waitFor()
    await page.keyboard.press('Escape')

    // A secret replaced at once: the receiver refuses calls that its own secret did not sign.
    await button(page, /^Ações de/).click()
    await page.getByRole('menuitem', { name: 'Trocar o segredo' }).click()
    const renewal = page.getByRole('dialog', { name: 'Trocar o segredo' })
    await renewal.getByLabel('O segredo atual').selectOption('0')
    await renewal.getByRole('button', { name: 'Trocar o segredo' }).click()
    const another = await shown.getByLabel('Segredo').inputValue()
    await button(page, 'Guardei o segredo').click()
    await user.post('/api/optouts', { phone: phoneOf(0), nome: NAMES[0] })
    await page.getByText('O webhook respondeu 401.').first().waitFor()
    await pictures('webhook-recusado')
    const mended = await aReceiver('Node.js', another)
    await edit(mended.url)
    await page.getByRole('link', { name: 'Ver entregas' }).click()
    await page.getByRole('link', { name: /Alguém não quer mais receber/ }).click()
    const opened = page.getByRole('region', { name: 'Entrega aberta' })
    await opened.getByText('O webhook respondeu 401.').first().waitFor()
    await pictures('webhook-recusado-aberto')
    // The delivery may have been tried again by itself meanwhile.
    await opened.getByRole('button', { name: /^Enviar (agora|de novo)$/ }).click()
    await opened.getByText(/^Chegou: o endereço respondeu 204/).waitFor()
    await expect.poll(mended.output).toContain(phoneOf(0))
  })

  test('gives an instance a secret of its own, beside the code that checks it', async () => {
    const receiver = await aStandIn(() => ({ status: 204 }))
    const user = await console().newUser()
    const account = await user.pair(console().control, '5561988880047')
    const page = await console().open('/instances', { user })
    const pictures = async (name: string) => {
      for (const look of screenLooks) {
        await lookAt(page, look)
        await examine(page, `${name}-${look.look}`)
      }
      await lookAt(page, screenLooks[0] ?? expect.unreachable())
    }
    const choose = async (name: string) => {
      await page.getByRole('button', { name: `Ações de ${account}` }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Configurar webhook')
    const form = page.getByRole('dialog', { name: `Webhook de Loja ${account}` })
    await form.getByLabel('URL').fill(`${receiver.url}/avisos`)
    await pictures('instancia-webhook')
    await form.getByRole('button', { name: 'Salvar webhook' }).click()
    await toast(page, 'Webhook configurado com sucesso!').waitFor()
    // The toast does not time out while its button has the focus.
    await button(page, 'Enviar um teste').focus()
    await pictures('instancia-webhook-salvo')
    await button(page, 'Enviar um teste').click()
    const trial = page.getByRole('dialog', { name: 'Enviar um teste' })
    await trial.getByRole('button', { name: 'Enviar agora' }).click()
    await trial.getByText(/^O teste chegou/).waitFor()
    await page.keyboard.press('Escape')

    await choose('Assinatura do webhook')
    const signature = page.getByRole('dialog', { name: 'Assinatura do webhook' })
    await signature.getByText('timingSafeEqual').first().waitFor()
    await pictures('instancia-assinatura')
    await signature.getByRole('button', { name: 'Criar segredo' }).click()
    const shown = page.getByRole('dialog', { name: 'Segredo das assinaturas' })
    const secret = await shown.getByLabel('Segredo').inputValue()
    await pictures('instancia-segredo')
    await shown.getByRole('button', { name: 'Guardei: enviar um teste' }).click()
    await trial.getByRole('button', { name: 'Enviar agora' }).click()
    await trial.getByText(/^O teste chegou/).waitFor()
    const { headers = {}, text = '' } = receiver.seen.at(-1) ?? {}
    expectSigned({ secret, headers, text })
    await page.keyboard.press('Escape')
    await choose('Assinatura do webhook')
    await signature.getByText(/^O que assinava antes ainda assina até/).waitFor()
    await pictures('instancia-assinatura-propria')
  })
})
