import { describe, expect, test } from 'vitest'
import { keepCampaign } from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf, type Person, reportOf } from '../../support/http/app.ts'

const ana = { name: 'Ana', phone: '(61) 99999-0000' }
const bia = { name: 'Bia', phone: '+55 61 98888-0000' }

type Row = { name: string }

async function aLibrary() {
  const { clock, register, storage } = await anApp()
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
  const used = (name: string, fields: Parameters<typeof keepCampaign>[2]) =>
    keepCampaign({ storage }, person, { contactListId: ids.get(name) ?? '', ...fields })
  return { ...person, ids, used }
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
    ['&ordem=-novas', ['ação', 'Zona Norte', 'Bairro']],
    ['&ordem=-nome', ['Zona Norte', 'Bairro', 'ação']],
    ['&ordem=-contatos', ['Bairro', 'ação', 'Zona Norte']],
    // No list was used yet.
    ['&ordem=uso', ['Bairro', 'Zona Norte', 'ação']],
  ])('goes over all pages (%s)', async (order, names) => {
    const { call } = await aLibrary()
    const first = await call(`/api/contacts?preview=0&limit=2${order}`)
    const shown = await namesOf(first)
    expect([...shown, ...(await namesOf(await call(nextOf(first))))]).toEqual(names)
  })

  test('goes by the last use, whichever campaign of several it was', async () => {
    const { call, used } = await aLibrary()
    const done = { status: 'Concluída' } as const
    await used('ação', { id: '1', ...done, startedAt: '2026-01-05T12:00:00.000Z' })
    await used('ação', { id: '2', ...done, startedAt: '2026-01-01T12:00:00.000Z' })
    await used('Bairro', { id: '3', ...done, startedAt: '2026-01-03T12:00:00.000Z' })
    expect(await namesOf(await call('/api/contacts?preview=0&ordem=uso'))).toEqual([
      'ação',
      'Bairro',
      'Zona Norte',
    ])
    expect(await namesOf(await call('/api/contacts?preview=0&ordem=-uso'))).toEqual([
      'Zona Norte',
      'Bairro',
      'ação',
    ])
    await used('Zona Norte', {
      id: '4',
      status: 'Em Andamento',
      startedAt: '2026-01-02T12:00:00.000Z',
    })
    expect(await namesOf(await call('/api/contacts?preview=0&limit=1&ordem=uso'))).toEqual([
      'Zona Norte',
    ])
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
