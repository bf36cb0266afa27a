import { z } from 'zod'
import { SendFilter, SendsJson } from '../../campaigns/send.ts'
import { VariantQuery } from '../../campaigns/variant-input.ts'
import { endpoint } from '../endpoint.ts'
import { CursorPage, ExportQuery } from '../query.ts'

/** The results of a campaign's sends: apart, since the console's first screen shows none. */
export const sendApi = {
  listSends: endpoint({
    methods: ['get'],
    path: '/api/campaigns/{id}/sends',
    summary: 'O resultado de cada destinatário, na ordem de envio.',
    tag: 'Campanhas',
    query: CursorPage.extend({
      /** `excel`: a CSV as Excel reads it, in Portuguese words and local times. */
      format: z.enum(['json', 'csv', 'excel'], 'Use json, csv ou excel.').optional(),
      /** `recentes`: a page of those tried last, the newest first. */
      ordem: z.enum(['envio', 'recentes'], 'Use envio ou recentes.').optional(),
      /** A page of one status may be shorter than its limit, or empty, with more behind it. */
      status: SendFilter.optional(),
      /** Of a campaign with several texts: those who got this one. */
      variante: VariantQuery.optional(),
      ...ExportQuery.shape,
    }),
    answers: { 200: SendsJson },
    errors: ['campaign_not_found', 'ledger_damaged', 'invalid'],
  }),
  campaignReport: endpoint({
    methods: ['get'],
    path: '/api/campaigns/{id}/report',
    summary: 'Os resultados como página para imprimir.',
    tag: 'Campanhas',
    answers: { 200: 'text/html' },
    errors: ['campaign_not_found', 'ledger_damaged'],
  }),
} as const
