import {
  ApiKeyJson,
  LoginBody,
  MeJson,
  PasswordBody,
  RegisterBody,
  SessionJson,
} from '../account.ts'
import { AUTH_BODY_LIMIT_BYTES } from '../limits.ts'
import { endpoint } from './endpoint.ts'

/** Accounts and their sessions. */
export const accountApi = {
  register: endpoint({
    methods: ['post'],
    path: '/auth/register',
    summary: 'Cria uma conta e já entra nela.',
    tag: 'Conta',
    isPublic: true,
    limitBytes: AUTH_BODY_LIMIT_BYTES,
    body: RegisterBody,
    answers: { 201: SessionJson },
    errors: ['invalid', 'email_taken', 'signup_closed', 'too_many'],
  }),
  login: endpoint({
    methods: ['post'],
    path: '/auth/login',
    summary: 'Entra com e-mail e senha.',
    tag: 'Conta',
    isPublic: true,
    limitBytes: AUTH_BODY_LIMIT_BYTES,
    body: LoginBody,
    answers: { 200: SessionJson },
    errors: ['invalid', 'bad_credentials', 'too_many'],
  }),
  logout: endpoint({
    methods: ['post'],
    path: '/auth/logout',
    summary: 'Encerra a sessão: o token deixa de valer.',
    tag: 'Conta',
    answers: { 204: null },
    errors: [],
  }),
  me: endpoint({
    methods: ['get'],
    path: '/auth/me',
    summary: 'Quem está conectado.',
    tag: 'Conta',
    answers: { 200: MeJson },
    errors: [],
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
} as const
