import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepDevice, runCampaign } from '../../support/domain/kept.ts'
import { aConsole, refusal, toast } from '../../support/web/console.tsx'

/** Presses a key until its dialog is open: shortcuts work once their script is loaded. */
async function pressed(
  page: Awaited<ReturnType<Awaited<ReturnType<typeof aConsole>>['open']>>['page'],
  key: object,
  title: string,
) {
  await expect
    .poll(() => {
      if (!page.queryByRole('heading', { name: title })) fireEvent.keyDown(document.body, key)
      return page.queryByRole('heading', { name: title })
    })
    .not.toBeNull()
}

const palette = { key: 'k', ctrlKey: true }

test('a few letters lead to a screen, by keys alone', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/settings')
  await pressed(page, palette, 'Ir para')
  const field = page.getByRole('combobox', { name: 'O que você procura?' })
  await user.type(field, 'xyz')
  await page.findByText('Nada encontrado para “xyz”. Tente outra parte do nome ou do telefone.')
  await user.clear(field)
  await user.type(field, 'conexo')
  page.getByRole('option', { name: /Conexões/, selected: true })
  await user.keyboard('{Enter}')
  await page.findByRole('heading', { level: 1, name: 'Conexões' })
  expect(page.queryByRole('combobox', { name: 'O que você procura?' })).toBeNull()
})

test('a running campaign is stopped from any screen, after a question', async () => {
  const console = await aConsole()
  const id = await runCampaign(console, console, await keepDevice(console, console))
  const { name } = await console.api('GET', `/api/campaigns/${id}`)
  const { user, page } = await console.open('/settings')
  await pressed(page, palette, 'Ir para')
  await user.click(await page.findByRole('option', { name: new RegExp(`Parar ${name}`) }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await page.findByText('Sinal de parada enviado para a campanha.', toast)
  expect(await console.api('GET', `/api/campaigns/${id}`)).toMatchObject({ status: 'Cancelada' })
})

test('a question mark opens the help, a slash the search; neither while somebody writes', async () => {
  const { api, open } = await aConsole()
  await api('POST', '/api/contacts', { contatos: [{ name: 'Ana', phone: '61999990001' }] })
  const { user, page } = await open('/contacts')
  await pressed(page, { key: '?' }, 'Ajuda')
  page.getByText('Por que 60 segundos?')
  await user.click(page.getByRole('button', { name: 'Fechar' }))
  const search = await page.findByLabelText('Buscar por lista, nome ou telefone')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(search)
  await user.type(search, '?/')
  expect(search).toHaveProperty('value', '?/')
  expect(page.queryByRole('heading', { name: 'Ajuda' })).toBeNull()
})

test('a contact of any list is found without accents or by phone, and Enter opens their page', async () => {
  const console = await aConsole()
  const contact = (name: string, phone: string) => ({ name, phone })
  const create = (name: string, ...contatos: object[]) =>
    console.api('POST', '/api/contacts', { name, contatos })
  await create('Turma A', contact('Antônio Sá', '61999990001'), contact('Bia', '61999990002'))
  await create('Turma B', contact('Antônio Sá', '61999990001'), contact('Caio', '61999990003'))
  const { user, page } = await console.open('/settings')
  await pressed(page, palette, 'Ir para')
  const field = page.getByRole('combobox', { name: 'O que você procura?' })
  await user.type(field, 'antonio s')
  const found = await page.findByRole('option', { name: /^Antônio Sá/, selected: true })
  expect(found.textContent).toContain('+55 (61) 99999-0001 · Turma B')
  expect(page.getAllByRole('option')).toHaveLength(1)
  await user.clear(field)
  await user.type(field, '(61) 99999-0003')
  await page.findByRole('option', { name: /^Caio/, selected: true })
  await user.keyboard('{Enter}')
  await page.findByRole('heading', { level: 1, name: 'Caio' })

  await pressed(page, palette, 'Ir para')
  await user.type(page.getByRole('combobox', { name: 'O que você procura?' }), '(61) 99999-0009')
  await user.click(await page.findByRole('option', { name: /^Abrir \(61\) 99999-0009/ }))
  await page.findByRole('heading', { level: 1, name: '+55 (61) 99999-0009' })
})

test('says that contacts could not be searched; what was found before can be opened', async () => {
  const console = await aConsole()
  console.intercept((request) =>
    request.url.includes('/api/people?') ? refusal('O disco está cheio.') : undefined,
  )
  const { user, page } = await console.open('/settings')
  await pressed(page, palette, 'Ir para')
  await user.type(page.getByRole('combobox', { name: 'O que você procura?' }), 'conexo')
  await page.findByText('O disco está cheio.')
  page.getByRole('option', { name: /Conexões/, selected: true })
})

test('the search of contacts goes on where it failed, and begins anew with other letters', async () => {
  const console = await aConsole()
  const asked: (string | null)[] = []
  let isBroken = true
  console.intercept(({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname !== '/api/people') return undefined
    const cursor = searchParams.get('cursor')
    asked.push(cursor)
    if (cursor !== null && isBroken) return refusal('O disco está cheio.')
    const [nome, phone, headers] =
      cursor === null
        ? (['Ana', '5561999990001', { link: '</api/people?cursor=aqui>; rel="next"' }] as const)
        : (['Anabela', '5561999990002', {}] as const)
    return Response.json([{ nome, phone, lista: { id: 'l1', name: 'Turma A' } }], { headers })
  })
  const { user, page } = await console.open('/settings')
  await pressed(page, palette, 'Ir para')
  const field = page.getByRole('combobox', { name: 'O que você procura?' })
  const goOn = () => page.findByRole('option', { name: /^Procurar mais contatos/ })
  await user.type(field, 'ana')
  await page.findByRole('option', { name: /^Ana(?!bela)/ })
  await user.click(await goOn())
  await page.findByText('O disco está cheio.')
  isBroken = false
  await user.click(await goOn())
  await page.findByRole('option', { name: /^Anabela/ })

  await user.type(field, 'b')
  await expect.poll(() => asked.length).toBe(4)
  await user.type(field, '{Backspace}')
  await expect.poll(() => asked).toEqual([null, 'aqui', 'aqui', null, null])
  await page.findByRole('option', { name: /^Ana(?!bela)/ })
})
