import { WebhookMessagesJson } from '../messages/chat.ts'
import { PersonJson, PersonSendsJson } from '../people/person.ts'
import { endpoint } from './endpoint.ts'
import { CursorPage } from './query.ts'

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
} as const
