import { z } from 'zod'
import { unreadableFile } from '../csv/file-errors.ts'
import { CSV_LIMIT_BYTES, NAME_MAX_LENGTH } from '../limits.ts'
import {
  OptOutBody,
  OptOutImportForm,
  OptOutImportReport,
  OptOutJson,
  OptOutSource,
  OptOutsJson,
  RefusedOptOutsForm,
} from '../optouts/opt-out.ts'
import { endpoint } from './endpoint.ts'
import { CursorPage, ExportQuery } from './query.ts'

/** People who get no campaigns any more. */
export const optOutApi = {
  listOptOuts: endpoint({
    methods: ['get'],
    path: '/api/optouts',
    summary:
      'Quem não recebe mais campanhas, do mais novo para o mais antigo; X-Total-Count diz quantas pessoas são. Também em CSV: com format=csv e o separador de sep, ou com format=excel para o Excel, sempre com ponto e vírgula.',
    tag: 'Descadastro',
    query: CursorPage.extend({
      /** Part of a name, phone or reason. */
      q: z.string().max(NAME_MAX_LENGTH).optional(),
      /** How they came onto the list. */
      origem: z
        .enum(OptOutSource, `As origens são: ${Object.values(OptOutSource).join(', ')}.`)
        .optional(),
      format: z.enum(['json', 'csv', 'excel'], 'Use json, csv ou excel.').optional(),
      ...ExportQuery.shape,
    }),
    answers: { 200: OptOutsJson },
    errors: ['invalid'],
  }),
  addOptOut: endpoint({
    methods: ['post'],
    path: '/api/optouts',
    summary: 'Tira uma pessoa de todas as campanhas.',
    tag: 'Descadastro',
    body: OptOutBody,
    answers: { 201: OptOutJson, 200: OptOutJson },
    errors: ['invalid'],
  }),
  importOptOuts: endpoint({
    methods: ['post'],
    path: '/api/optouts/import',
    isIdempotent: true,
    summary: 'Tira das campanhas todas as pessoas de um CSV ou de uma planilha .xlsx.',
    tag: 'Descadastro',
    form: OptOutImportForm,
    fileField: 'file',
    limitBytes: CSV_LIMIT_BYTES,
    answers: { 200: OptOutImportReport },
    errors: ['invalid', ...unreadableFile, 'no_valid_phones', 'file_too_large'],
  }),
  refusedOptOuts: endpoint({
    methods: ['post'],
    path: '/api/optouts/import/invalid',
    summary:
      'As linhas que a importação deste arquivo recusa, em CSV: as colunas do original e o motivo. Nada é gravado.',
    tag: 'Descadastro',
    form: RefusedOptOutsForm,
    fileField: 'file',
    limitBytes: CSV_LIMIT_BYTES,
    answers: { 200: 'text/csv' },
    errors: ['invalid', ...unreadableFile, 'file_too_large'],
  }),
  removeOptOut: endpoint({
    methods: ['delete'],
    path: '/api/optouts/{phone}',
    summary: 'Deixa uma pessoa receber campanhas de novo.',
    tag: 'Descadastro',
    answers: { 204: null },
    errors: ['optout_not_found'],
  }),
  restoreOptOut: endpoint({
    methods: ['post'],
    path: '/api/optouts/{phone}/restore',
    summary:
      'Põe de volta quem acaba de sair do descadastro, com a origem e a data de antes; até dois minutos depois.',
    tag: 'Descadastro',
    answers: { 200: OptOutJson },
    errors: ['optout_not_found'],
  }),
} as const
