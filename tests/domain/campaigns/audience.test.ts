import { describe, expect, test } from 'vitest'
import { type ContactFilter, wholeList } from '../../../src/contract/campaigns/audience.ts'
import type { Contact } from '../../../src/contract/contacts/contact-list.ts'
import { type AudienceRule, createAudiences } from '../../../src/domain/campaigns/audience.ts'

const ana = { name: 'Ana', phone: '5561999990001', fields: { 'Cidade Natal': 'Brasília ' } }
const bruno = { name: 'Bruno', phone: '5561999990002', fields: { 'Cidade Natal': 'GOIÂNIA' } }
const nobody = { name: '', phone: '5561999990003' }

function aDesk(lists: Readonly<Record<string, readonly Contact[]>>, rules: AudienceRule[] = []) {
  const audiences = createAudiences({
    lists: {
      find: async (_, id) =>
        lists[id] && { id, name: id, createdAt: '2026-01-01T00:00:00.000Z', total: 1 },
      fieldNames: async (_, id) => Object.keys(lists[id]?.[0]?.fields ?? {}),
      async *read(_, id) {
        for (const contact of lists[id] ?? []) {
          yield { ...contact, createdAt: '2026-01-01T00:00:00.000Z', origin: 'csv' }
        }
      },
    },
    excluders: rules.map((rule) => async () => rule),
    ownsCampaign: async (_, id) => id === '1',
  })
  async function judge(plan = {}) {
    const found: [string, string | null][] = []
    const whole = { contactListId: 'a', ...wholeList, ...plan }
    for await (const { contact, reason } of await audiences.read('ana', whole)) {
      found.push([contact.name, reason])
    }
    return found
  }
  return { ...audiences, judge }
}

test('a person in several lists, or in both forms of the number, gets one message', async () => {
  const oldForm = { name: 'Ana (antigo)', phone: '556199990001' }
  const { judge } = aDesk({ a: [ana, oldForm], b: [bruno, { ...ana, name: 'Ana B' }] })
  expect(await judge({ moreListIds: ['b', 'a', 'b'] })).toEqual([
    ['Ana', null],
    ['Ana (antigo)', 'duplicate'],
    ['Bruno', null],
    ['Ana B', 'duplicate'],
  ])
})

test('of a person with several contacts the one that meets the filters counts', async () => {
  const filters = [{ field: 'cidade_natal', op: 'preenchido', value: '' }]
  const { judge } = aDesk({ a: [{ name: 'Sem cidade', phone: ana.phone }, ana] })
  expect(await judge({ filters })).toEqual([
    ['Sem cidade', 'filtered'],
    ['Ana', null],
  ])
})

test('the first rule that leaves somebody out says why', async () => {
  const rule = (reason: AudienceRule['reason'], phone: string): AudienceRule => ({
    reason,
    excludes: ({ identity }) => identity === Number(phone),
  })
  const rules = [
    rule('opted_out', ana.phone),
    rule('recently_sent', ana.phone),
    rule('recently_sent', bruno.phone),
  ]
  expect(await aDesk({ a: [ana, bruno, nobody] }, rules).judge()).toEqual([
    ['Ana', 'opted_out'],
    ['Bruno', 'recently_sent'],
    ['', null],
  ])
})

describe('a filter', () => {
  const cases: [ContactFilter['field'], ContactFilter['op'], string, readonly string[]][] = [
    ['cidade natal', 'igual', 'brasilia', ['Ana']],
    ['CIDADE_NATAL', 'diferente', ' Brasília', ['Bruno', '']],
    ['cidade natal', 'contem', 'goi', ['Bruno']],
    ['cidade natal', 'vazio', '', ['']],
    ['nome', 'preenchido', '', ['Ana', 'Bruno']],
    ['telefone', 'contem', '0003', ['']],
    ['primeiro_nome', 'igual', 'ANA', ['Ana']],
  ]
  test.each(cases)('by %s %s "%s" keeps %j', async (field, op, value, names) => {
    const judged = await aDesk({ a: [ana, bruno, nobody] }).judge({
      filters: [{ field, op, value }],
    })
    expect(judged.filter(([, reason]) => reason === null).map(([name]) => name)).toEqual(names)
  })
})

test('refuses lists and campaigns that are not the user’s, by their fields', async () => {
  const { check } = aDesk({ a: [] })
  const plan = { contactListId: 'a', ...wholeList }
  await check('ana', plan)
  await check('ana', { ...plan, exclusion: { days: 3, campaignIds: ['1'] } })
  await expect(check('ana', { ...plan, moreListIds: ['a', 'z'] })).rejects.toMatchObject({
    code: 'list_unknown',
    details: [{ path: 'listas.1' }],
  })
  const exclusion = { days: null, campaignIds: ['1', '2'] }
  await expect(check('ana', { ...plan, exclusion })).rejects.toMatchObject({
    code: 'invalid',
    details: [{ path: 'excluir.campanhas.1', message: 'Esta campanha não existe.' }],
  })
})
