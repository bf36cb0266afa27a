import { expect, test } from 'vitest'
import { campaignApi } from '../../../../src/contract/api/campaigns/campaign-api.ts'
import { campaignEditApi } from '../../../../src/contract/api/campaigns/campaign-edit-api.ts'
import { call } from '../../../../web/api/calls/client.ts'
import { startSession } from '../../../../web/session/session.ts'
import { aConsole, toast } from '../../../support/web/console.tsx'

type Console = Awaited<ReturnType<typeof aConsole>>

/** From now on campaigns are created, but the answers to their calls are lost. */
function loseAnswers({ intercept, request }: Console): void {
  intercept(async (asked) => {
    if (asked.method !== 'POST' || !asked.url.endsWith('/api/campaigns')) return undefined
    const { pathname } = new URL(asked.url)
    const answer = await request(pathname, {
      ...{ method: asked.method, headers: Object.fromEntries(asked.headers) },
      body: await asked.text(),
    })
    expect(answer.status).toBe(201)
    throw new TypeError('the network broke off')
  })
}

const refused = { error: 'Não.', message: 'Não.', code: 'invalid' }

test('a campaign whose answer was lost is the same one when its button is pressed again', async () => {
  const console = await aConsole()
  const { user, page } = await console.open('/campaigns/new')
  await user.type(await page.findByLabelText('Nome da campanha'), 'Aurora')
  loseAnswers(console)
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Erro ao criar campanha: Falha ao criar campanha. Tente novamente.', toast)
  console.intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Salvar Rascunho' }))
  await page.findByText('Rascunho salvo com sucesso!', toast)
  expect(await console.api('GET', '/api/campaigns')).toMatchObject([{ name: 'Aurora' }])
})

test('what was answered, or asked for otherwise, is another call', async () => {
  const console = await aConsole()
  await console.open('/campaigns')
  const create = (name: string) =>
    call(campaignEditApi.createCampaign, { body: { name, status: 'Rascunho' } })
  const first = await create('Aurora')
  expect((await create('Aurora')).id).not.toBe(first.id)

  loseAnswers(console)
  await expect(create('Manhã')).rejects.toMatchObject({ code: 'offline' })
  console.intercept(() => undefined)
  await create('Tarde')
  await create('Manhã')
  // A refusal is an answer: what comes after it is asked for anew.
  console.intercept(() => Response.json(refused, { status: 409 }))
  await expect(create('Noite')).rejects.toMatchObject({ status: 409 })
  console.intercept(() => undefined)
  await create('Noite')
  const kept: { name: string }[] = await console.api('GET', '/api/campaigns')
  expect(kept.map(({ name }) => name).sort()).toEqual([
    ...['Aurora', 'Aurora', 'Manhã', 'Noite', 'Tarde'],
  ])
})

test('a call that is still under way is asked about again, and one that was interrupted is told of', async () => {
  const console = await aConsole()
  await console.open('/campaigns')
  const keys: (string | null)[] = []
  const answers = ['idempotency_busy', 'idempotency_busy', 'idempotency_unknown']
  console.intercept(({ method, headers }) => {
    if (method !== 'POST') return undefined
    keys.push(headers.get('idempotency-key'))
    const code = answers.shift()
    return code ? Response.json({ ...refused, code }, { status: 409 }) : undefined
  })
  const create = () => call(campaignEditApi.createCampaign, { body: { name: 'Aurora' } })
  await expect(create()).rejects.toMatchObject({
    message: 'Não se sabe se o pedido anterior chegou ao fim. Confira antes de repetir.',
  })
  expect(new Set(keys).size).toBe(1)
  await create()
  expect(new Set(keys).size).toBe(2)
})

test('what was deleted is made anew, though its answer had been lost', async () => {
  const console = await aConsole()
  await console.open('/campaigns')
  const create = () => call(campaignEditApi.createCampaign, { body: { name: 'Aurora' } })
  loseAnswers(console)
  await expect(create()).rejects.toMatchObject({ code: 'offline' })
  console.intercept(() => undefined)
  const [{ id }]: [{ id: string }] = await console.api('GET', '/api/campaigns')
  await call(campaignApi.deleteCampaign, { params: { id } })
  await create()
  expect(await console.api('GET', '/api/campaigns')).toHaveLength(1)
})

test('a session that ends between the two tries does not make two of it', async () => {
  const console = await aConsole()
  await console.open('/campaigns')
  const create = () => call(campaignEditApi.createCampaign, { body: { name: 'Aurora' } })
  loseAnswers(console)
  await expect(create()).rejects.toMatchObject({ code: 'offline' })
  console.intercept(() => Response.json({ ...refused, code: 'unauthorized' }, { status: 401 }))
  await expect(create()).rejects.toMatchObject({ status: 401 })
  console.intercept(() => undefined)
  startSession(console.session)
  await create()
  expect(await console.api('GET', '/api/campaigns')).toHaveLength(1)
})
