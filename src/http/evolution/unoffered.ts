import { z } from 'zod'
import { evolutionPaths } from '../../contract/api/gateways/evolution-paths.ts'
import { AppError } from '../../contract/errors.ts'
import { OWN_GATEWAY_PATH } from '../../contract/gateways/gateway.ts'
import { type Binding, bind } from '../bind.ts'
import type { HttpSettings, Services } from '../services.ts'

/**
 * Routes of the calls of Evolution API that are not offered: their clients show a page that says
 * "not set", or the sentence of a refusal, where a path that nobody knows would break them.
 */
export function unofferedRoutes({
  evolution,
  settings,
}: Pick<Services, 'evolution'> & {
  readonly settings: Pick<HttpSettings, 'hasSockets'>
}): Binding[] {
  return evolutionPaths.flatMap(({ method, path, standing: listed }) => {
    const isSwitchedOff = listed.kind === 'optional' && !settings.hasSockets
    const standing = isSwitchedOff ? listed.otherwise : listed
    if (standing.kind === 'offered' || standing.kind === 'optional') return []
    const described = {
      methods: [method],
      path: `${OWN_GATEWAY_PATH}/${path}`,
      summary: '',
      tag: '',
      answers: { 200: z.unknown() },
      errors: ['not_offered'],
    } as const
    const answer = async () => {
      if (standing.kind === 'off') return { status: 200, body: standing.answer } as const
      const details = [{ path: '', message: standing.reason }]
      throw new AppError('not_offered', path, { details })
    }
    if (!path.includes('{name}')) return [bind({ ...described, isPublic: true }, answer)]
    const ofInstance = { ...described, dialect: 'evolution' } as const
    return [
      bind(ofInstance, async ({ c, caller }) => {
        await evolution.find(caller, c.req.param('name') ?? '')
        return answer()
      }),
    ]
  })
}
