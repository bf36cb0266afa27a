import { z } from 'zod'
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts'
import { userFromWire, userToWire } from './user-wire.ts'

const Email = z
  .string('Informe o e-mail.')
  .trim()
  .min(1, 'Informe o e-mail.')
  .max(254, 'O e-mail é longo demais.')
  .pipe(z.email('Informe um e-mail válido.'))

const passwordTooLong = `A senha aceita até ${PASSWORD_MAX_LENGTH} caracteres.`

const NewPassword = z
  .string('Informe a senha.')
  .min(PASSWORD_MIN_LENGTH, `A senha precisa de pelo menos ${PASSWORD_MIN_LENGTH} caracteres.`)
  .max(PASSWORD_MAX_LENGTH, passwordTooLong)

const Name = z
  .string('Informe o nome.')
  .trim()
  .min(1, 'Informe o nome.')
  .max(NAME_MAX_LENGTH, 'O nome é longo demais.')

export const RegisterBody = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
})
export type RegisterBody = z.infer<typeof RegisterBody>

/** Checks less than the registration on purpose: a login only says whether the pair is right. */
export const LoginBody = z.object({
  email: z.string('Informe o e-mail.').trim().min(1, 'Informe o e-mail.'),
  password: z
    .string('Informe a senha.')
    .min(1, 'Informe a senha.')
    .max(PASSWORD_MAX_LENGTH, passwordTooLong),
})
export type LoginBody = z.infer<typeof LoginBody>

export const PasswordBody = z.object({
  current: z.string('Informe a senha atual.').min(1, 'Informe a senha atual.'),
  password: NewPassword,
  /** Also replaces the apikey: a password that leaked may have leaked together with it. */
  renew_apikey: z.boolean('Use true ou false.').optional(),
})
export type PasswordBody = z.infer<typeof PasswordBody>

/** Typed by hand, so that nobody closes an account by mistake. */
export const DELETE_WORD = 'EXCLUIR'

export const DeleteAccountBody = z.object({
  password: z.string('Informe a senha.').min(1, 'Informe a senha.'),
  confirmacao: z
    .string(`Digite ${DELETE_WORD}.`)
    .refine((word) => word.trim().toUpperCase() === DELETE_WORD, `Digite ${DELETE_WORD}.`),
})
export type DeleteAccountBody = z.infer<typeof DeleteAccountBody>

/** The instance's name stays: campaigns and gateways go by it. */
export const ProfileBody = z.object({ name: Name })
export type ProfileBody = z.infer<typeof ProfileBody>

const UserWire = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  nome_da_instancia: z.string(),
  apikey: z.string(),
})

/** An account as its holder sees it. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  instanceName: z.string(),
  apiKey: z.string(),
})
export type User = z.infer<typeof User>

/** An account as it is stored. Only the fields of `User` ever leave the daemon. */
export const StoredUser = User.extend({
  passwordHash: z.string(),
  createdAt: z.iso.datetime(),
  /** Raised to end all sessions: tokens of an earlier generation are refused. */
  sessionGeneration: z.int().min(0),
  /** The one session that stays valid although its token is of an earlier generation. */
  keptSessionId: z.string().nullable(),
  /** When its holder closed it: nobody gets in, and what is kept of it is being removed. */
  closedAt: z.iso.datetime().exactOptional(),
})
export type StoredUser = z.infer<typeof StoredUser>

export const UserJson = z.codec(UserWire, User, {
  decode: (wire) => userFromWire(wire),
  encode: (user) => userToWire(user),
})

export const SessionJson = z.object({ user: UserJson, token: z.string() })
export const MeJson = z.object({ user: UserJson })
export const ApiKeyJson = z.object({ apikey: z.string() })
