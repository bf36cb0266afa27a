import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { passes } from '../../../support/eventually.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

const person = {
  ...{ phone: '5561999990031', lid: null, nome: 'Ana', reason: 'SAIR', source: 'resposta' },
  ...{ campaign_id: '7', created_at: '2026-01-15T12:00:00.000Z' },
}
const byHand = {
  ...{ ...person, phone: '5561999990032', nome: 'Bia', reason: '', source: 'manual' },
  campaign_id: null,
}

test('whoever left by an answer is led to the campaign that was answered', async () => {
  const console = await aConsole()
  console.intercept(({ url }) =>
    url.includes('/api/optouts') ? Response.json([person, byHand]) : undefined,
  )
  const { page } = await console.open('/optouts')
  const link = await page.findByRole('link', { name: 'Ver a campanha que Ana respondeu' })
  expect(link.getAttribute('href')).toBe('/campaigns/7')
  const row = page.getByRole('link', { name: 'Bia' }).closest('tr')
  if (!row) throw new Error('Bia has no row')
  expect(within(row).queryByText('Ver campanha')).toBeNull()
})

test('shows and exports whom the chosen origin has, and the address keeps it', async () => {
  const console = await aConsole()
  // happy-dom would navigate to the file.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const asked: string[] = []
  console.intercept(({ url }) => {
    if (!url.includes('/api/optouts')) return undefined
    asked.push(new URL(url).search)
    if (url.includes('format=excel')) return new Response('Nome;Telefone')
    return Response.json(url.includes('origem=csv') ? [] : [person, byHand])
  })
  const { page, user } = await console.open('/optouts?origem=manual')
  const origin = await page.findByRole('combobox', { name: 'Origem' })
  expect(origin).toHaveProperty('value', 'manual')
  expect(asked.at(-1)).toContain('origem=manual')
  await user.click(await page.findByRole('button', { name: 'Exportar' }))
  await passes(() => expect(asked.at(-1)).toBe('?format=excel&origem=manual'))

  await user.selectOptions(origin, 'Importado')
  await page.findByText('Não há ninguém com a origem “Importado”.')
  await user.click(page.getByRole('button', { name: 'Mostrar todos' }))
  await page.findByRole('link', { name: 'Bia' })
  expect(location.search).toBe('')
})

test('says how many people there are, and not how many of them it has read', async () => {
  const console = await aConsole()
  for (let place = 100; place < 201; place += 1) {
    await console.api('POST', '/api/optouts', { phone: `61999990${place}`, nome: `P${place}` })
  }
  const { page } = await console.open('/optouts')
  await page.findByText('101 pessoas')
})

test('an origin without anybody says nothing of all the others', async () => {
  const console = await aConsole()
  let answerAll: (answer: Response) => void = () => undefined
  const all = new Promise<Response>((resolve) => {
    answerAll = resolve
  })
  console.intercept(({ url }) => {
    if (!url.includes('/api/optouts')) return undefined
    return url.includes('origem=csv') ? Response.json([]) : all
  })
  const { page, user } = await console.open('/optouts?origem=csv')
  await page.findByText('Ninguém encontrado')
  const origin = page.getByRole('combobox', { name: 'Origem' })
  await user.selectOptions(origin, 'Todas as origens')
  expect(location.search).toBe('')
  expect(page.queryByText('Ninguém pediu para não receber')).toBeNull()
  expect(page.getByRole('combobox', { name: 'Origem' })).toBe(origin)
  answerAll(Response.json([person]))
  await page.findByRole('link', { name: 'Ana' })
})

test('a further page that fails hides nobody who was read, and is offered again at the end', async () => {
  const console = await aConsole()
  let isRefused = true
  console.intercept(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname !== '/api/optouts') return undefined
    const link = '</api/optouts?cursor=2>; rel="next"'
    if (!searchParams.has('cursor')) return Response.json([person], { headers: { link } })
    return isRefused ? refusal('O banco não respondeu.') : Response.json([byHand])
  })
  const { page, user } = await console.open('/optouts')
  const failure = await page.findByRole('alert')
  within(failure).getByText('O banco não respondeu.')
  page.getByRole('link', { name: 'Ana' })
  isRefused = false
  await user.click(within(failure).getByRole('button', { name: 'Tentar novamente' }))
  await page.findByRole('link', { name: 'Bia' })
  expect(page.queryByRole('alert')).toBeNull()
})

test('where an origin could not be asked for, the people of another do not stand for it', async () => {
  const console = await aConsole()
  console.intercept(({ url }) => {
    if (!url.includes('/api/optouts')) return undefined
    return url.includes('origem=') ? refusal('O banco não respondeu.') : Response.json([person])
  })
  const { page, user } = await console.open('/optouts')
  await page.findByRole('link', { name: 'Ana' })
  await user.selectOptions(page.getByRole('combobox', { name: 'Origem' }), 'Importado')
  await page.findByText('O banco não respondeu.')
  expect(page.queryByRole('link', { name: 'Ana' })).toBeNull()
})
