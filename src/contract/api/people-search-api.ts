import { z } from 'zod'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { PersonMatchesJson } from '../people/person-match.ts'
import { endpoint } from './endpoint.ts'
import { CursorPage } from './query.ts'

/** Finding a person in all contact lists. */
export const peopleSearchApi = {
  searchPeople: endpoint({
    methods: ['get'],
    path: '/api/people',
    summary:
      'Pessoas das listas de contatos por nome ou telefone (q), sem diferença de acentos, as listas novas primeiro. Cada chamada lê uma parte: pode achar menos que limit e ter mais no Link.',
    tag: 'Pessoas',
    query: CursorPage.extend({
      q: z
        .string('Informe o que procurar em q.')
        .max(NAME_MAX_LENGTH, `O máximo é ${NAME_MAX_LENGTH} caracteres.`)
        .refine((text) => text.trim() !== '', 'Informe o que procurar em q.'),
    }),
    answers: { 200: PersonMatchesJson },
    errors: ['invalid', 'storage_unavailable'],
  }),
} as const
