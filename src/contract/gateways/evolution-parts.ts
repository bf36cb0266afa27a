import { z } from 'zod'
import { contextFields } from './evolution-context.ts'
import { AUTHOR_MISSING, namesAuthor, Participant, Recipient } from './evolution-recipient.ts'

/** Messages of the Evolution-compatible API that are neither texts nor files. */

const NAME_MAX_LENGTH = 255
/** As many as WhatsApp shows. */
const POLL_OPTIONS_MAX_COUNT = 12
const CONTACTS_MAX_COUNT = 50
const name = z.string().max(NAME_MAX_LENGTH, `O texto aceita até ${NAME_MAX_LENGTH} caracteres.`)
const degrees = (max: number, missing: string) =>
  z.number(missing).min(-max, 'O valor está fora da Terra.').max(max, 'O valor está fora da Terra.')

export const SendReactionBody = z.object({
  key: z
    .object(
      {
        remoteJid: Recipient,
        fromMe: z.boolean('Informe se a mensagem é sua (fromMe).'),
        id: z.string('Informe o id da mensagem.').min(1, 'Informe o id da mensagem.').max(200),
        participant: Participant,
      },
      'Informe a chave da mensagem.',
    )
    .refine(namesAuthor, AUTHOR_MISSING),
  /** Empty takes the reaction back. */
  reaction: z.string('Informe a reação.').max(30, 'A reação é um emoji só.'),
})
export type SendReactionBody = z.infer<typeof SendReactionBody>

export const SendLocationBody = z.object({
  number: Recipient,
  latitude: degrees(90, 'Informe a latitude como número.'),
  longitude: degrees(180, 'Informe a longitude como número.'),
  name: name.nullish(),
  address: name.nullish(),
  ...contextFields,
})
export type SendLocationBody = z.infer<typeof SendLocationBody>

const Contact = z.object({
  fullName: name.min(1, 'Informe o nome do contato.'),
  phoneNumber: z
    .string('Informe o telefone do contato.')
    .min(1, 'Informe o telefone do contato.')
    .max(40, 'O telefone é longo demais.'),
  wuid: z
    .string()
    .regex(/^\d{0,20}$/, 'O wuid tem só dígitos.')
    .nullish(),
  organization: name.nullish(),
  email: name.nullish(),
  url: name.nullish(),
})
export type ContactFields = z.infer<typeof Contact>

export const SendContactBody = z.object({
  number: Recipient,
  contact: z
    .array(Contact, 'Informe os contatos em uma lista.')
    .min(1, 'Informe pelo menos um contato.')
    .max(CONTACTS_MAX_COUNT, `Envie no máximo ${CONTACTS_MAX_COUNT} contatos.`),
  ...contextFields,
})
export type SendContactBody = z.infer<typeof SendContactBody>

export const SendPollBody = z
  .object({
    number: Recipient,
    name: name.min(1, 'Informe a pergunta.'),
    selectableCount: z
      .int('Informe quantas opções se pode escolher.')
      .min(0, 'O mínimo é 0, que deixa escolher quantas se quiser.'),
    values: z
      .array(name.min(1, 'Informe a opção.').max(100, 'A opção aceita até 100 caracteres.'))
      .min(2, 'Informe pelo menos duas opções.')
      .max(POLL_OPTIONS_MAX_COUNT, `Uma enquete tem até ${POLL_OPTIONS_MAX_COUNT} opções.`)
      .refine((values) => new Set(values).size === values.length, 'Há opções repetidas.'),
    ...contextFields,
  })
  .refine(({ selectableCount, values }) => selectableCount <= values.length, {
    path: ['selectableCount'],
    message: 'Não se pode escolher mais opções do que há.',
  })
export type SendPollBody = z.infer<typeof SendPollBody>
