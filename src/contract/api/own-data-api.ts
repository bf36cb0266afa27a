import { endpoint } from './endpoint.ts'

/** What the law lets account holders ask for. */
export const ownDataApi = {
  exportOwnData: endpoint({
    methods: ['get'],
    path: '/auth/export',
    summary:
      'Tudo o que o servidor guarda desta conta, em um .zip: listas, campanhas e resultados, conversas, descadastrados e configurações. Sem senhas, chaves ou segredos.',
    tag: 'Conta',
    answers: { 200: 'application/zip' },
    errors: [],
  }),
} as const
