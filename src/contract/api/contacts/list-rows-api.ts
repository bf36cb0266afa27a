import { z } from 'zod'
import { ContactReportJson } from '../../contacts/contact-list.ts'
import {
  CHOSEN_ROWS_MAX,
  changeLists,
  ListChangesBody,
  ListChangesJson,
  ListRowsJson,
  MoveRowsBody,
  movedLists,
  ROWS_A_PAGE,
} from '../../contacts/list-rows.ts'
import {
  VIEW_ROWS_MAX,
  ViewPhonesJson,
  ViewRowsJson,
  viewQuery,
} from '../../contacts/list-view-query.ts'
import { NAME_MAX_LENGTH } from '../../limits.ts'
import { PageStart, pageLimit } from '../../query-numbers.ts'
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
      limit: pageLimit(ROWS_A_PAGE).optional(),
      cursor: z.string().max(200).optional(),
      q: z.string().max(NAME_MAX_LENGTH).optional(),
    }),
    answers: { 200: ListRowsJson },
    errors: ['invalid', 'list_not_found', 'list_damaged', 'list_changed'],
  }),
  viewRows: endpoint({
    methods: ['get'],
    path: '/api/contacts/{id}/rows/view',
    summary:
      'Os contatos de uma lista a partir de uma posição: q busca em todas as colunas, ordem põe em ordem ("-" inverte), coluna, op e valor filtram.',
    tag: 'Contatos',
    query: z.object({
      ...viewQuery,
      desde: PageStart.optional(),
      limit: pageLimit(VIEW_ROWS_MAX).optional(),
    }),
    answers: { 200: ViewRowsJson },
    errors: ['invalid', 'list_not_found', 'list_damaged'],
  }),
  viewPhones: endpoint({
    methods: ['get'],
    path: '/api/contacts/{id}/rows/phones',
    summary: `Os telefones de uma lista, ou do que a busca e o filtro acham nela: os primeiros ${CHOSEN_ROWS_MAX}.`,
    tag: 'Contatos',
    query: z.object(viewQuery),
    answers: { 200: ViewPhonesJson },
    errors: ['invalid', 'list_not_found', 'list_damaged'],
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
