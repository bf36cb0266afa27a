import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'
import { showEnds } from '../../../support/web/list-ends.ts'

const FAILED = 'Erro ao carregar as entregas.'
/** A final refusal: calls with a passing one are repeated after a while. */
const refusal = { error: 'Não.', message: 'Não entendi.', code: 'invalid' }

/** A webhook with two pages of deliveries, one on each; some calls for them are refused. */
async function aScreen() {
  showEnds()
  const console = await aConsole()
  const { id } = await console.api('POST', '/api/webhooks', {
    ...{ url: 'https://loja.example/avisos', eventos: ['descadastro.criado'] },
  })
  const told = (about: string) => ({
    ...{ id: `evt_${about}`, instance: id, event: 'descadastro.criado', about },
    ...{ url: 'https://loja.example/…', status: 'delivered', attempts: 1, http_status: 200 },
    ...{ created_at: '2026-01-15T12:00:00.000Z', delivered_at: '2026-01-15T12:00:01.000Z' },
    ...{ last_error: null, next_attempt_at: null },
  })
  let isRefused = (_asked: URLSearchParams) => false
  const asked: URLSearchParams[] = []
  console.intercept(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname !== '/api/webhooks/deliveries') return undefined
    if (searchParams.get('limit') === '1') return Response.json([])
    asked.push(searchParams)
    if (isRefused(searchParams)) return Response.json(refusal, { status: 400 })
    if (searchParams.has('cursor')) return Response.json([told('Bia')])
    const link = `<${pathname}?cursor=2>; rel="next"`
    return Response.json([told('Ana')], { headers: { link } })
  })
  const refuse = (when: typeof isRefused) => {
    isRefused = when
  }
  const open = () => console.open(`/settings?aba=webhooks&webhook=${id}`)
  const further = () => asked.filter((each) => each.has('cursor'))
  return { open, refuse, further }
}

test('a further page that fails is said below the others, and asked for again by hand alone', async () => {
  const { open, refuse, further } = await aScreen()
  refuse((asked) => asked.has('cursor'))
  const { user, page } = await open()
  const failure = await page.findByRole('alert')
  within(failure).getByText(FAILED)
  within(failure).getByText('Não entendi.')
  page.getByRole('link', { name: /Ana/ })
  expect(page.queryByRole('button', { name: 'Carregar mais' })).toBeNull()
  expect(further()).toHaveLength(1)
  refuse(() => false)
  await user.click(within(failure).getByRole('button', { name: 'Tentar novamente' }))
  await page.findByRole('link', { name: /Bia/ })
  expect(page.queryByRole('alert')).toBeNull()
  expect(further()).toHaveLength(2)
})

test('deliveries that could not be read again stay, and that they are old is said above them', async () => {
  const { open, refuse } = await aScreen()
  const { user, page } = await open()
  await page.findByRole('link', { name: /Bia/ })
  refuse(() => true)
  await user.click(page.getByRole('button', { name: 'Atualizar' }))
  const failure = await page.findByRole('alert')
  const first = page.getByRole('link', { name: /Ana/ })
  page.getByRole('link', { name: /Bia/ })
  expect(failure.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  refuse(() => false)
  await user.click(page.getByRole('button', { name: 'Atualizar' }))
  await passes(() => expect(page.queryByRole('alert')).toBeNull())
})

test('where a filter could not be asked for, what another one found does not stand for it', async () => {
  const { open, refuse } = await aScreen()
  const { user, page } = await open()
  await page.findByRole('link', { name: /Bia/ })
  refuse((asked) => asked.has('q'))
  await user.type(page.getByRole('searchbox'), 'Carlos')
  await page.findByText(FAILED)
  expect(page.queryByRole('link', { name: /Ana/ })).toBeNull()
})
