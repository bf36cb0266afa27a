import { afterAll, expect, test } from 'vitest'
import { describeOwnConsole, wide } from '../support/browser/console.ts'
import { dialogLooks, examine, lookAt } from '../support/browser/looks.ts'
import { startStandIn } from '../support/daemon/stand-in.ts'
import { until } from '../support/daemon/user.ts'

const ACCOUNT = '5561988880077'
const ANSWER = 'Abrimos às 9h, de segunda a sábado.'

type StandIn = Awaited<ReturnType<typeof startStandIn>>
let service: StandIn | undefined
afterAll(() => service?.close())

/** How the model service answers the next questions, one entry each; after them it answers well. */
const moods: (readonly [status: number, body: unknown] | null)[] = []
async function playService() {
  const agents: object[] = []
  service = await startStandIn(({ method, path, text }) => {
    if (path.startsWith('/v1/models')) {
      const capabilities = { completion_chat: true }
      return { body: { object: 'list', data: [{ id: 'mistral-small-latest', capabilities }] } }
    }
    if (path === '/v1/agents' && method === 'POST') {
      agents.push({ ...JSON.parse(text), id: 'ag_1', created_at: '2026-01-10T10:00:00Z' })
      return { body: agents.at(-1) }
    }
    if (path.startsWith('/v1/agents')) return { body: { object: 'list', data: agents } }
    const mood = moods.shift()
    if (mood === null) return null
    const outputs = [{ type: 'message.output', content: ANSWER }]
    const [status, body] = mood ?? [200, { outputs, choices: [{ message: { content: ANSWER } }] }]
    return { status, body, headers: { 'retry-after': '1' } }
  })
  return { MISTRAL_API_KEY: 'chave-do-modelo', MISTRAL_BASE_URL: service.url }
}

describeOwnConsole(
  'an assistant',
  (console) => {
    test('goes from an instance and its webhook to an answer of the assistant at the phone', async () => {
      const receiver = await startStandIn(() => ({ body: {} }))
      const user = await console().newUser()
      const page = await console().open('/instances', { user })
      await page.getByRole('button', { name: 'Criar instância' }).click()
      const form = page.getByRole('dialog', { name: 'Nova instância' })
      await form.getByLabel('Nome da instância').fill('matriz')
      await form.getByLabel('Webhook').fill(`${receiver.url}/avisos`)
      await form.getByRole('button', { name: 'Criar instância' }).click()
      const code = page.getByRole('dialog', { name: 'Conectar matriz' })
      await code.getByRole('img', { name: /Código QR/ }).waitFor()
      const { qr } = await until(
        () => user.get<{ qr: string | null }>('/api/whatsapp/qr/matriz'),
        (answer) => answer.qr !== null,
      )
      await console().control.scan({ qr: qr ?? '', phone: ACCOUNT })
      await page.getByText('Instância conectada com sucesso!').waitFor()

      await page.getByRole('tab', { name: 'Assistentes' }).click()
      await page.getByRole('button', { name: 'Criar assistente' }).click()
      const assistant = page.getByRole('dialog', { name: 'Novo assistente' })
      await assistant.getByLabel('Nome').fill('Atendente')
      await assistant.getByLabel('Instruções').fill('Responda com gentileza.')
      await assistant.getByLabel('Modelo').selectOption('mistral-small-latest')
      await assistant.getByLabel('Mensagem de um cliente').fill('Que horas abre?')
      await assistant.getByRole('button', { name: 'Testar' }).click()
      await assistant.getByRole('log').getByText(ANSWER).waitFor()
      await assistant.getByRole('button', { name: 'Criar assistente' }).click()
      await page.getByRole('region', { name: 'Atendente' }).waitFor()
      await page.getByRole('tab', { name: 'Instâncias' }).click()
      const card = page.getByRole('region', { name: 'matriz' })
      await card.getByLabel('Assistente').selectOption('Atendente')
      await page.getByText('Assistente ligado à instância.').waitFor()

      const write = (from: string, text: string) =>
        console().control.sendInbound({ from, to: ACCOUNT, text })
      const inboxOf = (phone: string) =>
        until(
          () => console().control.inbox(phone),
          (messages) => messages.length > 0,
        )
      moods.push([429, { message: 'slow down' }], [500, 'rubbish'])
      await write('5561977770071', 'Que horas abre?')
      expect(await inboxOf('5561977770071')).toMatchObject([{ text: ANSWER }])
      const events = async () => receiver.seen.map(({ text }) => JSON.parse(text))
      await until(events, (seen) => seen.some(({ event }) => event === 'messages.upsert'))
      expect(await events()).toContainEqual(
        expect.objectContaining({
          instance: 'matriz',
          data: expect.objectContaining({ message: { conversation: 'Que horas abre?' } }),
        }),
      )

      // One question hangs; what others write is answered meanwhile.
      moods.push(null)
      await write('5561977770072', 'Alguém aí?')
      await until(
        async () => service?.seen.filter(({ path }) => path === '/v1/conversations').length ?? 0,
        (asked) => asked === 4,
      )
      await write('5561977770073', 'E no domingo?')
      expect(await inboxOf('5561977770073')).toMatchObject([{ text: ANSWER }])

      await page.getByRole('button', { name: 'Ações de matriz' }).click()
      await page.getByRole('menuitem', { name: 'Últimas respostas' }).click()
      const replies = page.getByRole('dialog', { name: 'Últimas respostas de matriz' })
      await replies.getByText('E no domingo?').waitFor()
      // A reply that comes in while the dialog is open is shown without a reload.
      moods.push([401, {}])
      await write('5561977770074', 'Aceitam cartão?')
      const silent = replies.getByRole('listitem').filter({ hasText: 'Aceitam cartão?' })
      await silent.getByText(/recusou a chave/).waitFor()
      expect(await silent.innerText()).toContain('Sem resposta')
      for (const look of dialogLooks) {
        await lookAt(page, look)
        await examine(page, `instancias-respostas-cheias-${look.look}`)
      }
      await page.setViewportSize(wide)
      await replies.getByText('Fechar', { exact: true }).click()

      await page.getByRole('link', { name: 'Chat' }).click()
      await page
        .getByRole('button', { name: /Que horas abre|77770071|7777-0071/ })
        .first()
        .click()
      await page.getByText(ANSWER).last().waitFor()
      receiver.close()
    })
  },
  playService,
)
