import { api } from '../contract/api/calls.ts'
import { TOTAL_HEADER } from '../contract/api/client.ts'
import { contactErrors } from '../contract/contacts/contact-list.ts'
import { AppError } from '../contract/errors.ts'
import { OptOutSource } from '../contract/optouts/opt-out.ts'
import { parsePhone } from '../contract/phones/phone-number.ts'
import { csvHeaders } from './answers/csv.ts'
import { optOutsCsv, optOutsForExcel } from './answers/opt-outs-csv.ts'
import { nextLink, pageOf } from './answers/paging.ts'
import { jsonHeaders, streamText } from './answers/stream.ts'
import { type Binding, bind } from './bind.ts'
import type { Services } from './services.ts'

/** Routes of the people who get no campaigns any more. */
export function optOutRoutes(services: Services): Binding[] {
  const { optOuts, log, settings } = services
  const onFault = (error: unknown) => log.error({ err: error }, 'opt-outs cut off')

  return [
    bind(
      api.listOptOuts,
      async ({ c, caller, query: { q = '', origem, format, sep, ...page } }) => {
        const all = await optOuts.list(caller.user.id)
        const isFound = optOuts.search(q, origem)
        const rows = isFound ? all.filter(isFound) : all
        if (format === 'csv' || format === 'excel') {
          const headers = csvHeaders('descadastrados.csv')
          const text = format === 'excel' ? optOutsForExcel(rows) : optOutsCsv(rows, sep ?? ',')
          return streamText(text, { headers, onFault })
        }
        const { page: found, next } = pageOf(rows, page)
        const headers = {
          ...jsonHeaders,
          ...nextLink(c, { next, basePath: settings.basePath }),
          [TOTAL_HEADER]: String(rows.length),
        }
        return { status: 200, body: [...found], headers }
      },
    ),

    bind(api.addOptOut, async ({ caller, body }) => {
      const { optOut, isNew } = await optOuts.add(caller.user.id, {
        phone: phoneOf(body.phone, body.ddd),
        lid: null,
        name: body.nome ?? '',
        reason: body.reason ?? '',
        source: caller.session ? OptOutSource.manual : OptOutSource.api,
        campaignId: null,
      })
      return isNew ? { status: 201, body: optOut } : { status: 200, body: optOut }
    }),

    bind(api.importOptOuts, async ({ c, caller, once }) => {
      const { importOptOuts } = await import('./requests/tables/opt-out-import.ts')
      return importOptOuts(services, { c, caller, once })
    }),

    bind(api.refusedOptOuts, async ({ c }) => {
      const { answerRefusedOptOuts } = await import('./requests/tables/opt-out-import.ts')
      return answerRefusedOptOuts(services, { c, onFault })
    }),

    bind(api.removeOptOut, async ({ caller, params }) => {
      await optOuts.remove(caller.user.id, params.phone, caller.session ? 'manual' : 'api')
      return { status: 204 }
    }),

    bind(api.restoreOptOut, async ({ caller, params }) => ({
      status: 200,
      body: await optOuts.restore(caller.user.id, params.phone),
    })),
  ]
}

/** @throws AppError `invalid`, with the reason beside the field */
function phoneOf(written: string, ddd: string | undefined): string {
  const parsed = parsePhone(written, { ddd })
  if (parsed.ok) return parsed.phone
  throw new AppError('invalid', parsed.code, {
    details: [{ path: 'phone', message: contactErrors[parsed.code] }],
  })
}
