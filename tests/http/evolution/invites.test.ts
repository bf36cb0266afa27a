import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../src/contract/errors.ts'
import { GROUP_CODE } from '../../support/domain/played-whatsapp.ts'
import { asJson } from '../../support/http/app.ts'
import { aHouse } from '../../support/http/evolution-house.ts'

const PATH = '/gateway/group/sendInvite/aberta?groupJid=120363000000000777@g.us'
const [ANA, BIA, CAIO, DAVI] = ['5561911110001', '5561911110002', '5561911110003', '5561911110004']
const ALL = [ANA, BIA, CAIO, DAVI]

test('who may have got an invitation is not among those to be repeated, and nobody is tried after them', async () => {
  const { invite } = await inviting({ [ANA]: 'refused_by_whatsapp', [CAIO]: 'not_confirmed' })
  const { status, message, tried } = await invite(ALL)
  expect([status, tried]).toEqual([400, [ANA, BIA, CAIO]])
  expect(message).toEqual([
    [
      expect.stringContaining('pode ter sido entregue: verifique antes de repetir'),
      `numbers: ${CAIO}: pode ter recebido: verifique antes de repetir`,
      expect.stringContaining('podem ser repetidos'),
      `numbers: ${ANA}: O WhatsApp recusou a mensagem.`,
      `numbers: ${DAVI}: não foi enviado`,
    ],
  ])
})

test('of a doubt about the last invitation nothing is left to be repeated', async () => {
  const { invite } = await inviting({ [BIA]: 'not_confirmed' })
  const { message } = await invite([ANA, BIA])
  expect(message).toEqual([
    [expect.any(String), `numbers: ${BIA}: pode ter recebido: verifique antes de repetir`],
  ])
})

test.each(['too_many', 'device_not_connected'] as const)(
  'after %s nobody else is tried, and all who are left are to be repeated',
  async (code) => {
    const { invite } = await inviting({ [BIA]: code })
    const { status, message, tried } = await invite(ALL)
    expect([status, tried]).toEqual([400, [ANA, BIA]])
    expect(message).toEqual([
      [
        expect.stringContaining('Repita a chamada só com estes números'),
        expect.stringMatching(new RegExp(`^numbers: ${BIA}: .+\\.$`)),
        `numbers: ${CAIO}: não foi enviado`,
        `numbers: ${DAVI}: não foi enviado`,
      ],
    ])
  },
)

test.each([
  ['too_many', 429],
  ['device_not_connected', 400],
  ['refused_by_whatsapp', 400],
] as const)('where %s met everybody the answer is that alone', async (code, status) => {
  const { invite } = await inviting({ [ANA]: code, [BIA]: code })
  const answer = await invite([ANA, BIA])
  expect([answer.status, answer.message]).toEqual([status, [new AppError(code, '').text]])
})

test('invitations of which one is in doubt are not sent again under their key', async () => {
  const { invite } = await inviting({ [BIA]: 'not_confirmed' })
  expect(await invite([ANA, BIA], 'k')).toMatchObject({ status: 400, tried: [ANA, BIA] })
  expect(await invite([ANA, BIA], 'k')).toMatchObject({ status: 409, tried: [] })
})

test('invitations that were certainly not sent are answered alike under their key', async () => {
  const { invite } = await inviting({ [BIA]: 'refused_by_whatsapp' })
  const { status, message } = await invite([ANA, BIA], 'k')
  expect(await invite([ANA, BIA], 'k')).toEqual({ status, message, tried: [] })
})

/** A user whose invitations to these numbers fail with these codes. */
async function inviting(failures: Readonly<Record<string, ErrorCode>>) {
  const { services, request, person } = await aHouse()
  const tried: string[] = []
  Object.assign(services.directSends, {
    deliver: async (_userId: string, { to, text }: { to: string; text: string }) => {
      expect(text).toBe(`https://chat.whatsapp.com/${GROUP_CODE}`)
      const number = to.split('@')[0] ?? ''
      tried.push(number)
      const code = failures[number]
      if (code) throw new AppError(code, number)
    },
  })
  return { invite }

  async function invite(numbers: readonly string[], key?: string) {
    const { headers, ...init } = asJson({ numbers })
    const under = key === undefined ? {} : { 'idempotency-key': key }
    const apikey = { apikey: person.apikey }
    const answer = await request(PATH, { ...init, headers: { ...headers, ...apikey, ...under } })
    const body: { response: { message: unknown } } = await answer.json()
    return { status: answer.status, message: body.response.message, tried: tried.splice(0) }
  }
}
