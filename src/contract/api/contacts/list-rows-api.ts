import { z } from 'zod'
import { ContactReportJson } from '../../contacts/contact-list.ts'
import {
  changeLists,
  ListChangesBody,
  ListChangesJson,
  ListRowsJson,
  MoveRowsBody,
  movedLists,
  ROWS_A_PAGE,
} from '../../contacts/list-rows.ts'
import { NAME_MAX_LENGTH } from '../../limits.ts'
import { endpoint } from '../endpoint.ts'

/** The rows of one list: read in parts, changed one by one, moved and copied. */
export const listRowsApi = {
  listRows: endpoint({
    methods: ['get'],
    path: '/api/contacts/{id}/rows',
    summary:
      'Os contatos de uma lista em partes, com todas as colunas; q busca por nome e telefone.',
    tag: 'Contatos',
    query: z.object({
      limit: z.coerce
        .number('Informe um número inteiro.')
        .int('Informe um número inteiro.')
        .min(1, 'O mínimo é 1.')
        .max(ROWS_A_PAGE, `O máximo é ${ROWS_A_PAGE}.`)
        .optional(),
      cursor: z.string().max(200).optional(),
      q: z.string().max(NAME_MAX_LENGTH).optional(),
    }),
    answers: { 200: ListRowsJson },
    errors: ['invalid', 'list_not_found', 'list_damaged', 'list_changed'],
  }),
  changeRows: endpoint({
    methods: ['patch'],
    path: '/api/contacts/{id}/rows',
    summary:
      'Altera e remove contatos de uma lista. O que outra pessoa mudou no meio tempo fica como está e volta em conflitos.',
    tag: 'Contatos',
    body: ListChangesBody,
    lists: changeLists,
    answers: { 200: ListChangesJson },
    errors: ['invalid', 'list_not_found', 'list_damaged'],
  }),
  moveRows: endpoint({
    methods: ['post'],
    path: '/api/contacts/{id}/rows/move',
    summary: 'Leva contatos para outra lista, ou para uma nova; com manter, ficam nas duas.',
    tag: 'Contatos',
    body: MoveRowsBody,
    lists: movedLists,
    answers: { 200: ContactReportJson },
    errors: [
      'invalid',
      'list_not_found',
      'list_damaged',
      'list_unknown',
      'list_quota',
      'list_too_large',
      'no_valid_contacts',
    ],
  }),
} as const
