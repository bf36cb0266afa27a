import { describe, expect, test } from 'vitest'
import { keepCampaign } from '../../support/domain/kept.ts'
import { anApp, asJson, errorOf, reportOf } from '../../support/http/app.ts'
import { ana, bia, contactsOf, create, stored } from '../../support/http/contact-lists.ts'

describe('changing a list', () => {
  test.each(['PATCH', 'POST'])('%s appends what it does not have yet', async (method) => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    const answer = await person.call(
      `/api/contacts/${id}`,
      asJson({ contatos: [ana, bia] }, method),
    )
    expect(answer.status).toBe(200)
    expect(await reportOf(answer)).toMatchObject({ total: 2, added: 1, duplicates: 1 })
  })

  test('PUT replaces contacts and name, and keeps campos of phones that come without', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [{ ...ana, campos: { cidade: 'Brasília' } }, bia])
    const body = { name: 'Novos', contatos: [{ name: 'Ana Maria', phone: ana.phone }] }
    const answer = await person.call(`/api/contacts/${id}`, asJson(body, 'PUT'))
    expect(await reportOf(answer)).toMatchObject({ name: 'Novos', total: 1 })
    expect(await contactsOf(person, id)).toEqual([
      { name: 'Ana Maria', phone: '5561999990000', campos: { cidade: 'Brasília' } },
    ])
  })

  test('PUT keeps when and from where somebody came who was there before', async () => {
    const { register, storage, clock } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana], 'Clientes', 'csv')
    clock.advance(60_000)
    const body = { name: 'Clientes', contatos: [{ ...ana, name: 'Ana Maria' }, bia] }
    await person.call(`/api/contacts/${id}`, asJson(body, 'PUT'))
    expect(await stored(storage.lists, person.id, id)).toEqual([
      ['Ana Maria', '2026-01-15T12:00:00.000Z', 'csv'],
      ['Bia', '2026-01-15T12:01:00.000Z', 'manual'],
    ])
  })

  test('PUT without a name keeps the name', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana], 'Clientes')
    const answer = await person.call(`/api/contacts/${id}`, asJson({ contatos: [bia] }, 'PUT'))
    expect(await reportOf(answer)).toMatchObject({ name: 'Clientes' })
  })

  test('PUT without a valid row leaves the list as it is', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    const answer = await person.call(`/api/contacts/${id}`, asJson({ contatos: [] }, 'PUT'))
    expect(await errorOf(answer)).toMatchObject({ code: 'no_valid_contacts' })
    expect(await contactsOf(person, id)).toHaveLength(1)
  })

  test('DELETE removes it, unless a scheduled campaign needs it', async () => {
    const { register, ...app } = await anApp()
    const person = await register()
    const { id } = await create(person, [ana])
    await keepCampaign(app, person, { contactListId: id, status: 'Agendada' })
    const refused = await person.call(`/api/contacts/${id}`, { method: 'DELETE' })
    expect(await errorOf(refused)).toMatchObject({ status: 409, code: 'list_in_use' })
    const forced = await person.call(`/api/contacts/${id}?force=true`, { method: 'DELETE' })
    expect(forced.status).toBe(204)
    expect((await person.call(`/api/contacts/${id}`)).status).toBe(404)
  })
})
