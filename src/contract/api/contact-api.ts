import {
  AppendBody,
  ContactListBody,
  ContactListJson,
  ContactListsJson,
  ContactReportJson,
} from '../contacts/contact-list.ts'
import { ImportForm, RefusedRowsForm } from '../contacts/import-form.ts'
import { CSV_LIMIT_BYTES } from '../limits.ts'
import { endpoint } from './endpoint.ts'
import { ExportQuery, ForceQuery, ListsQuery } from './query.ts'

/** What may be wrong with a file of contacts. */
const unreadable = [
  'malformed_upload',
  'file_missing',
  'file_empty',
  'not_csv',
  'xls_old',
  'xlsx_protected',
  'xlsx_broken',
  'xlsx_too_large',
  'sheet_empty',
] as const

/** Contact lists. */
export const contactApi = {
  listContactLists: endpoint({
    methods: ['get'],
    path: '/api/contacts',
    summary: 'Listas de contatos.',
    tag: 'Contatos',
    query: ListsQuery,
    answers: { 200: ContactListsJson },
    errors: ['invalid'],
  }),
  getContactList: endpoint({
    methods: ['get'],
    path: '/api/contacts/{id}',
    summary: 'Uma lista com os seus contatos.',
    tag: 'Contatos',
    answers: { 200: ContactListJson },
    errors: ['list_not_found', 'list_damaged'],
  }),
  createContactList: endpoint({
    methods: ['post'],
    path: '/api/contacts',
    isIdempotent: true,
    summary: 'Cria uma lista.',
    tag: 'Contatos',
    body: ContactListBody,
    answers: { 201: ContactReportJson },
    errors: ['invalid', 'no_valid_contacts', 'list_quota', 'list_too_large'],
  }),
  appendContacts: endpoint({
    methods: ['patch', 'post'],
    path: '/api/contacts/{id}',
    summary: 'Acrescenta contatos a uma lista.',
    tag: 'Contatos',
    body: AppendBody,
    answers: { 200: ContactReportJson },
    errors: ['invalid', 'list_not_found', 'list_damaged', 'no_valid_contacts', 'list_too_large'],
  }),
  replaceContactList: endpoint({
    methods: ['put'],
    path: '/api/contacts/{id}',
    summary: 'Troca o nome e os contatos de uma lista.',
    tag: 'Contatos',
    body: ContactListBody,
    answers: { 200: ContactReportJson },
    errors: ['invalid', 'list_not_found', 'list_damaged', 'no_valid_contacts', 'list_too_large'],
  }),
  deleteContactList: endpoint({
    methods: ['delete'],
    path: '/api/contacts/{id}',
    summary: 'Exclui uma lista.',
    tag: 'Contatos',
    query: ForceQuery,
    answers: { 204: null },
    errors: ['list_not_found', 'list_in_use'],
  }),
  restoreContactList: endpoint({
    methods: ['post'],
    path: '/api/contacts/{id}/restore',
    summary: 'Desfaz a exclusão de uma lista, até dois minutos depois dela.',
    tag: 'Contatos',
    answers: { 204: null },
    errors: ['list_not_found'],
  }),
  importContacts: endpoint({
    methods: ['post'],
    path: '/api/contacts/import',
    isIdempotent: true,
    summary: 'Importa um CSV de qualquer tamanho, ou um .xlsx, para uma lista nova ou existente.',
    tag: 'Contatos',
    form: ImportForm,
    fileField: 'file',
    limitBytes: CSV_LIMIT_BYTES,
    answers: { 201: ContactReportJson, 200: ContactReportJson },
    errors: [
      'invalid',
      ...unreadable,
      'list_not_found',
      'list_damaged',
      'no_valid_contacts',
      'file_too_large',
      'list_quota',
      'list_too_large',
    ],
  }),
  refusedRows: endpoint({
    methods: ['post'],
    path: '/api/contacts/import/invalid',
    summary:
      'As linhas que a importação deste arquivo recusa, em CSV: as colunas do original e o motivo. Nada é gravado.',
    tag: 'Contatos',
    form: RefusedRowsForm,
    fileField: 'file',
    limitBytes: CSV_LIMIT_BYTES,
    answers: { 200: 'text/csv' },
    errors: ['invalid', ...unreadable, 'file_too_large'],
  }),
  exportContacts: endpoint({
    methods: ['get'],
    path: '/api/contacts/{id}/export',
    summary: 'A lista em CSV; com sep=; para o Excel.',
    tag: 'Contatos',
    query: ExportQuery,
    answers: { 200: 'text/csv' },
    errors: ['list_not_found', 'list_damaged', 'invalid'],
  }),
} as const
