import { describe, expect, test } from 'vitest'
import { anApp, asJson, errorOf, type Person, reportOf } from '../../support/http/app.ts'

const ana = { name: 'Ana', phone: '(61) 99999-0000' }
const bia = { name: 'Bia', phone: '+55 61 98888-0000' }

type Row = { name: string }

async function aLibrary() {
  const { clock, register } = await anApp()
  const person = await register()
  const ids = new Map<string, string>()
  for (const [name, contatos] of [
    ['ação', [ana]],
    ['Zona Norte', [ana, bia]],
    ['Bairro', [ana]],
  ] as const) {
    ids.set(name, await create(person, name, contatos))
    clock.advance(1000)
  }
  return { ...person, ids }
}

async function create({ call }: Person, name: string, contatos: unknown): Promise<string> {
  const { id } = await reportOf(await call('/api/contacts', asJson({ name, contatos })))
  return id
}

async function namesOf(response: Response): Promise<string[]> {
  const rows: Row[] = await response.json()
  return rows.map(({ name }) => name)
}

function nextOf({ headers }: Response): string {
  return /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
}

describe('the order of lists', () => {
  test.each([
    ['', ['Bairro', 'Zona Norte', 'ação']],
    ['&ordem=novas', ['Bairro', 'Zona Norte', 'ação']],
    ['&ordem=nome', ['ação', 'Bairro', 'Zona Norte']],
    ['&ordem=contatos', ['Zona Norte', 'Bairro', 'ação']],
  ])('goes over all pages (%s)', async (order, names) => {
    const { call } = await aLibrary()
    const first = await call(`/api/contacts?preview=0&limit=2${order}`)
    const shown = await namesOf(first)
    expect([...shown, ...(await namesOf(await call(nextOf(first))))]).toEqual(names)
  })

  test('shows nothing twice where the last list of a page is gone', async () => {
    const { call, ids } = await aLibrary()
    const first = await call('/api/contacts?preview=0&limit=2&ordem=nome')
    expect(await namesOf(first)).toEqual(['ação', 'Bairro'])
    await call(`/api/contacts/${ids.get('Bairro')}`, { method: 'DELETE' })
    expect(await namesOf(await call(nextOf(first)))).toEqual([])
  })

  test('that does not exist is refused', async () => {
    const { call } = await aLibrary()
    expect(await errorOf(await call('/api/contacts?ordem=x'))).toMatchObject({
      status: 400,
      details: [{ path: 'ordem' }],
    })
  })
})
