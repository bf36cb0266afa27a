import { ContactReportJson } from '../../contacts/contact-list.ts'
import { ExportListsQuery, MergeListsBody } from '../../contacts/several-lists.ts'
import { endpoint } from '../endpoint.ts'

/** What is done with several lists at once. */
export const severalListsApi = {
  mergeLists: endpoint({
    methods: ['post'],
    path: '/api/contacts/merge',
    isIdempotent: true,
    summary:
      'Junta listas em uma delas, em outra ou em uma nova: cada telefone uma vez, com os campos de todas. As listas continuam.',
    tag: 'Contatos',
    body: MergeListsBody,
    answers: { 200: ContactReportJson },
    errors: [
      'invalid',
      'list_unknown',
      'list_damaged',
      'list_quota',
      'list_too_large',
      'no_valid_contacts',
    ],
  }),
  exportLists: endpoint({
    methods: ['get'],
    path: '/api/contacts/export',
    summary:
      'Várias listas em um CSV, com o nome da lista em uma coluna; quem está em duas aparece duas vezes. Com sep=; para o Excel.',
    tag: 'Contatos',
    query: ExportListsQuery,
    answers: { 200: 'text/csv' },
    errors: ['invalid', 'list_not_found', 'list_damaged'],
  }),
} as const
