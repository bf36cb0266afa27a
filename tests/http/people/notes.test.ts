import { expect, test } from 'vitest'
import { PERSON_NOTES_MAX_COUNT } from '../../../src/contract/limits.ts'
import { anApp, asJson, errorOf, type Person } from '../../support/http/app.ts'

const ANA = '5561999990001'
const notes = `/api/people/${ANA}/notes`

const textsOf = async (person: Person, phone = ANA) => {
  const answer = await person.call(`/api/people/${phone}/timeline?tipo=anotacao`)
  const { eventos }: { eventos: { anotacao: { texto: string } }[] } = await answer.json()
  return eventos.map(({ anotacao }) => anotacao.texto)
}

async function note(user: Person, texto = 'Prefere manhã'): Promise<string> {
  const answer = await user.call(notes, asJson({ texto }))
  expect(answer.status).toBe(201)
  const { id }: { id: string } = await answer.json()
  return id
}

test('keeps a note under a person, however the number is written, for its owner alone', async () => {
  const { register } = await anApp()
  const user = await register()
  const id = await note(user)
  expect(await textsOf(user, '(61)%209999-0001')).toEqual(['Prefere manhã'])
  const other = await register('Outra loja')
  expect(await textsOf(other)).toEqual([])
  for (const [path, init] of [
    [`${notes}/${id}`, asJson({ texto: 'Outro' }, 'PATCH')],
    [`${notes}/${id}`, { method: 'DELETE' }],
    [`${notes}/${id}/restore`, { method: 'POST' }],
    [`/api/people/5561999990002/notes/${id}`, { method: 'DELETE' }],
  ] as const) {
    const person = path.startsWith(notes) ? other : user
    expect(await errorOf(await person.call(path, init))).toMatchObject({
      ...{ status: 404, code: 'note_not_found' },
    })
  }
  expect(await textsOf(user)).toEqual(['Prefere manhã'])
})

test('changes a note in its place, and says when', async () => {
  const { register, clock } = await anApp()
  const user = await register()
  const id = await note(user)
  clock.advance(60_000)
  await note(user, 'Depois')
  const changed = await user.call(`${notes}/${id}`, asJson({ texto: 'Prefere tarde' }, 'PATCH'))
  expect(await changed.json()).toEqual({
    ...{ id, texto: 'Prefere tarde', created_at: '2026-01-15T12:00:00.000Z' },
    ...{ edited_at: '2026-01-15T12:01:00.000Z', pinned_at: null },
  })
  expect(await textsOf(user)).toEqual(['Depois', 'Prefere tarde'])
})

test('pinned notes come first, the last pinned above, and keep their words and their place in time', async () => {
  const { register, clock } = await anApp()
  const user = await register()
  const ids: string[] = []
  for (const texto of ['um', 'dois', 'três']) {
    ids.push(await note(user, texto))
    clock.advance(60_000)
  }
  const pin = async (at: number, fixada: boolean) => {
    const answer = await user.call(`${notes}/${ids[at]}`, asJson({ fixada }, 'PATCH'))
    expect(answer.status).toBe(200)
    clock.advance(60_000)
    return answer.json()
  }
  const listed = async (query = '') => {
    const all: { texto: string }[] = await (await user.call(`${notes}${query}`)).json()
    return all.map(({ texto }) => texto)
  }
  expect(await listed()).toEqual(['três', 'dois', 'um'])
  expect(await pin(0, true)).toMatchObject({
    ...{ texto: 'um', edited_at: null, pinned_at: '2026-01-15T12:03:00.000Z' },
  })
  await pin(1, true)
  expect(await listed()).toEqual(['dois', 'um', 'três'])
  expect(await listed('?fixadas=true')).toEqual(['dois', 'um'])
  expect(await textsOf(user)).toEqual(['três', 'dois', 'um'])
  // Pinning it again keeps the time.
  expect(await pin(0, true)).toMatchObject({ pinned_at: '2026-01-15T12:03:00.000Z' })
  const changed = await user.call(`${notes}/${ids[0]}`, asJson({ texto: 'Um' }, 'PATCH'))
  expect(await changed.json()).toMatchObject({ pinned_at: '2026-01-15T12:03:00.000Z' })
  expect(await pin(1, false)).toMatchObject({ pinned_at: null })
  expect(await listed('?fixadas=true')).toEqual(['Um'])
  await user.call(`${notes}/${ids[0]}`, { method: 'DELETE' })
  expect(await listed('?fixadas=true')).toEqual([])
})

test('says beside the field what is wrong with a change', async () => {
  const { register } = await anApp()
  const user = await register()
  const id = await note(user)
  for (const [body, path] of [
    [{}, 'texto'],
    [{ fixada: 'sim' }, 'fixada'],
  ] as const) {
    expect(await errorOf(await user.call(`${notes}/${id}`, asJson(body, 'PATCH')))).toMatchObject({
      ...{ status: 400, code: 'invalid', details: [{ path }] },
    })
  }
})

test('a removed note comes back for a while, and is off the storage after it', async () => {
  const { register, clock, storage } = await anApp()
  const user = await register()
  const id = await note(user)
  const remove = () => user.call(`${notes}/${id}`, { method: 'DELETE' })
  const restore = () => user.call(`${notes}/${id}/restore`, { method: 'POST' })
  expect((await remove()).status).toBe(204)
  expect(await textsOf(user)).toEqual([])
  expect((await remove()).status).toBe(404)
  expect((await restore()).status).toBe(200)
  expect(await textsOf(user)).toEqual(['Prefere manhã'])
  await remove()
  clock.advance(3 * 60_000)
  await expect.poll(() => storage.personCards.list(user.id)).toEqual([])
  expect((await restore()).status).toBe(404)
})

test('says beside the field what is wrong with a note, and when there are too many', async () => {
  const { register } = await anApp()
  const user = await register()
  for (const body of [{}, { texto: '  ' }, { texto: 'x'.repeat(2_001) }]) {
    expect(await errorOf(await user.call(notes, asJson(body)))).toMatchObject({
      ...{ status: 400, code: 'invalid', details: [{ path: 'texto' }] },
    })
  }
  for (let count = 0; count < PERSON_NOTES_MAX_COUNT; count += 1) await note(user)
  expect(await errorOf(await user.call(notes, asJson({ texto: 'Mais' })))).toMatchObject({
    ...{ status: 422, code: 'note_quota' },
  })
})
