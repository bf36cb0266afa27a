import { z } from 'zod'
import { evolutionPaths } from '../../contract/api/gateways/evolution-paths.ts'
import { AppError } from '../../contract/errors.ts'
import { OWN_GATEWAY_PATH } from '../../contract/gateways/gateway.ts'
import { type Binding, bind } from '../bind.ts'
import type { HttpSettings, Services } from '../services.ts'

type Settings = Pick<HttpSettings, 'hasSockets'>

/**
 * Routes of the calls of Evolution API that are not offered. Clients show their answer as "not
 * set", or the reason of the refusal; an unknown path would break them.
 */
export function unofferedRoutes({
  evolution,
  settings,
}: Pick<Services, 'evolution'> & { readonly settings: Settings }): Binding[] {
  return unofferedCalls(settings).map(({ endpoint, answer }) =>
    bind(endpoint, async ({ c, caller }) => {
      if (caller !== null) await evolution.find(caller, c.req.param('name') ?? '')
      return answer()
    }),
  )
}

/**
 * The calls that are not offered, with answers for a caller who is known to be allowed. Every call
 * of this function returns the same endpoints.
 */
export function unofferedCalls({ hasSockets }: Settings) {
  return hasSockets ? besideSockets : withoutSockets
}

const anything = z.unknown()
const besideSockets = callsWhere({ hasSockets: true })
const withoutSockets = callsWhere({ hasSockets: false })

function callsWhere({ hasSockets }: Settings) {
  return evolutionPaths.flatMap(({ method, path, standing: listed }) => {
    const isSwitchedOff = listed.kind === 'optional' && !hasSockets
    const standing = isSwitchedOff ? listed.otherwise : listed
    if (standing.kind === 'offered' || standing.kind === 'optional') return []
    const described = {
      methods: [method],
      path: `${OWN_GATEWAY_PATH}/${path}`,
      summary: '',
      tag: '',
      answers: { 200: anything },
      errors: ['not_offered'],
    } as const
    const answer = async () => {
      if (standing.kind === 'off') return { status: 200, body: standing.answer } as const
      const details = [{ path: '', message: standing.reason }]
      throw new AppError('not_offered', path, { details })
    }
    const isOfInstance = path.includes('{name}')
    const whose = isOfInstance ? ({ dialect: 'evolution' } as const) : ({ isPublic: true } as const)
    return [{ endpoint: { ...described, ...whose }, answer }]
  })
}
