import { LoginBody, MeJson, RegisterBody, SessionJson } from '../account.ts'
import { AUTH_BODY_LIMIT_BYTES } from '../limits.ts'
import { endpoint } from './endpoint.ts'
import { firstPaths } from './first-paths.ts'

/** The way into an account, and out. */
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
    path: firstPaths.logout,
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
} as const
