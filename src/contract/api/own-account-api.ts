import { ApiKeyJson, MeJson, PasswordBody, ProfileBody } from '../account.ts'
import { AUTH_BODY_LIMIT_BYTES } from '../limits.ts'
import { OpenSessionsJson } from '../session.ts'
import { endpoint } from './endpoint.ts'

/** What account holders change about their own account. */
export const ownAccountApi = {
  changeProfile: endpoint({
    methods: ['patch'],
    path: '/auth/me',
    summary: 'Troca o nome da conta.',
    tag: 'Conta',
    limitBytes: AUTH_BODY_LIMIT_BYTES,
    body: ProfileBody,
    answers: { 200: MeJson },
    errors: ['invalid'],
  }),
  changePassword: endpoint({
    methods: ['post'],
    path: '/auth/password',
    summary: 'Troca a senha e encerra as outras sessões; com renew_apikey, também a apikey.',
    tag: 'Conta',
    limitBytes: AUTH_BODY_LIMIT_BYTES,
    body: PasswordBody,
    answers: { 204: null },
    errors: ['invalid', 'wrong_password', 'too_many'],
  }),
  renewApiKey: endpoint({
    methods: ['post'],
    path: '/auth/apikey',
    summary: 'Gera uma nova apikey; a anterior deixa de valer.',
    tag: 'Conta',
    answers: { 200: ApiKeyJson },
    errors: [],
  }),
  listSessions: endpoint({
    methods: ['get'],
    path: '/auth/sessions',
    summary: 'Onde esta conta está aberta, da sessão mais nova à mais antiga.',
    tag: 'Conta',
    answers: { 200: OpenSessionsJson },
    errors: [],
  }),
  endOtherSessions: endpoint({
    methods: ['delete'],
    path: '/auth/sessions',
    summary: 'Encerra todas as sessões, menos a que faz este pedido. A apikey continua valendo.',
    tag: 'Conta',
    answers: { 204: null },
    errors: [],
  }),
  endSession: endpoint({
    methods: ['delete'],
    path: '/auth/sessions/{id}',
    summary: 'Encerra uma sessão: o token dela deixa de valer.',
    tag: 'Conta',
    answers: { 204: null },
    errors: ['session_not_found'],
  }),
} as const
