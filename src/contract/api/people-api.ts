import { WebhookMessagesJson } from '../messages/chat.ts'
import { PersonJson, PersonSendsJson } from '../people/person.ts'
import {
  PersonNoteBody,
  PersonNoteChange,
  PersonNoteJson,
  PersonNotesJson,
} from '../people/person-note.ts'
import { TimelineJson, TimelineQuery } from '../people/timeline.ts'
import { endpoint } from './endpoint.ts'
import { CursorPage, PersonNotesQuery } from './query.ts'

/** One person over all campaigns and conversations. */
export const peopleApi = {
  showPerson: endpoint({
    methods: ['get'],
    path: '/api/people/{phone}',
    summary: 'Uma pessoa: nome, descadastro e conversas, pelo telefone ou pelo LID.',
    tag: 'Pessoas',
    answers: { 200: PersonJson },
    errors: ['invalid', 'storage_unavailable'],
  }),
  listPersonMessages: endpoint({
    methods: ['get'],
    path: '/api/people/{phone}/messages',
    summary:
      'O que foi enviado a uma pessoa fora de campanhas, à mão ou por um bot: as últimas 50 mensagens, as mais novas primeiro.',
    tag: 'Pessoas',
    answers: { 200: WebhookMessagesJson },
    errors: ['invalid', 'storage_unavailable'],
  }),
  listPersonSends: endpoint({
    methods: ['get'],
    path: '/api/people/{phone}/sends',
    summary: 'O que as campanhas enviaram a uma pessoa, e as respostas; as mais novas primeiro.',
    tag: 'Pessoas',
    query: CursorPage,
    answers: { 200: PersonSendsJson },
    errors: ['invalid', 'storage_unavailable'],
  }),
  showPersonTimeline: endpoint({
    methods: ['get'],
    path: '/api/people/{phone}/timeline',
    summary:
      'Tudo o que aconteceu com uma pessoa, do mais novo para o mais antigo: campanhas, conversas por dia, respostas de robôs, descadastros e anotações, ou só os tipos pedidos em `tipo`, com vírgulas entre eles. Uma página pode vir com menos do que o limite; em `faltam` estão os tipos que não puderam ser lidos.',
    tag: 'Pessoas',
    query: TimelineQuery,
    answers: { 200: TimelineJson },
    errors: ['invalid', 'storage_unavailable'],
  }),
  listPersonNotes: endpoint({
    methods: ['get'],
    path: '/api/people/{phone}/notes',
    summary:
      'As anotações sobre uma pessoa: as fixadas antes, pela última fixada, e depois as mais novas; com `fixadas=true`, só elas.',
    tag: 'Pessoas',
    query: PersonNotesQuery,
    answers: { 200: PersonNotesJson },
    errors: ['invalid', 'storage_unavailable'],
  }),
  createPersonNote: endpoint({
    methods: ['post'],
    path: '/api/people/{phone}/notes',
    summary: 'Guarda uma anotação sobre uma pessoa; ninguém mais a recebe.',
    tag: 'Pessoas',
    body: PersonNoteBody,
    answers: { 201: PersonNoteJson },
    errors: ['invalid', 'note_quota', 'storage_unavailable'],
  }),
  updatePersonNote: endpoint({
    methods: ['put', 'patch'],
    path: '/api/people/{phone}/notes/{id}',
    summary:
      'Troca o texto de uma anotação, ou a fixa no alto da página; o que não vier fica como está.',
    tag: 'Pessoas',
    body: PersonNoteChange,
    answers: { 200: PersonNoteJson },
    errors: ['invalid', 'note_not_found', 'storage_unavailable'],
  }),
  deletePersonNote: endpoint({
    methods: ['delete'],
    path: '/api/people/{phone}/notes/{id}',
    summary: 'Exclui uma anotação; até dois minutos depois ela pode voltar.',
    tag: 'Pessoas',
    answers: { 204: null },
    errors: ['invalid', 'note_not_found', 'storage_unavailable'],
  }),
  restorePersonNote: endpoint({
    methods: ['post'],
    path: '/api/people/{phone}/notes/{id}/restore',
    summary: 'Traz de volta uma anotação que acaba de ser excluída.',
    tag: 'Pessoas',
    answers: { 200: PersonNoteJson },
    errors: ['invalid', 'note_not_found', 'storage_unavailable'],
  }),
} as const
