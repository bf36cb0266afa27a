import { DeleteAccountBody } from '../account.ts'
import { AUTH_BODY_LIMIT_BYTES } from '../limits.ts'
import { endpoint } from './endpoint.ts'

/** Calls for what the law lets account holders ask for. */
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
  deleteAccount: endpoint({
    methods: ['post'],
    path: '/auth/delete',
    summary:
      'Exclui a conta e tudo o que há nela, para sempre: desconecta os WhatsApps, encerra as sessões e apaga listas, campanhas, resultados, conversas e arquivos. Pede a senha e, em confirmacao, EXCLUIR.',
    tag: 'Conta',
    limitBytes: AUTH_BODY_LIMIT_BYTES,
    body: DeleteAccountBody,
    answers: { 204: null },
    errors: ['invalid', 'wrong_password', 'account_busy', 'too_many'],
  }),
} as const
