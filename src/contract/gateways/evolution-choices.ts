import { z } from 'zod'
import { contextFields } from './evolution-context.ts'
import { Recipient } from './evolution-recipient.ts'

/** Messages with choices of the Evolution-compatible API, which leave as texts. */

const CHOICES_MAX_COUNT = 30
const LINE_MAX_LENGTH = 1_000
const line = z
  .string('Informe o texto.')
  .max(LINE_MAX_LENGTH, `O texto aceita até ${LINE_MAX_LENGTH} caracteres.`)
const needed = (missing: string) => line.trim().min(1, missing)

const Row = z.object({
  title: needed('Informe o título da opção.'),
  description: line.nullish(),
  rowId: line.nullish(),
})

const Section = z.object({
  title: line.nullish(),
  rows: z
    .array(Row, 'Informe as opções em uma lista (rows).')
    .min(1, 'Informe pelo menos uma opção.'),
})

export const SendListBody = z.object({
  number: Recipient,
  title: needed('Informe o título.'),
  description: line.nullish(),
  footerText: line.nullish(),
  buttonText: line.nullish(),
  sections: z
    .array(Section, 'Informe as seções em uma lista (sections).')
    .min(1, 'Informe pelo menos uma seção.')
    .refine(
      (sections) => sections.reduce((sum, { rows }) => sum + rows.length, 0) <= CHOICES_MAX_COUNT,
      `Uma mensagem tem até ${CHOICES_MAX_COUNT} opções.`,
    ),
  ...contextFields,
})
export type SendListBody = z.infer<typeof SendListBody>

const PlainButton = z.object({
  type: z.enum(['reply', 'url', 'call', 'copy']),
  displayText: needed('Informe o texto do botão (displayText).'),
  url: line.nullish(),
  phoneNumber: line.nullish(),
  copyCode: line.nullish(),
})
export type EvolutionButton = z.infer<typeof PlainButton>

const PixButton = z.object({
  type: z.literal('pix'),
  name: needed('Informe quem recebe (name).'),
  keyType: z.enum(
    ['phone', 'email', 'cpf', 'cnpj', 'random'],
    'O tipo da chave precisa ser phone, email, cpf, cnpj ou random.',
  ),
  key: needed('Informe a chave Pix (key).'),
})
export type PixButton = z.infer<typeof PixButton>

const Button = z.discriminatedUnion(
  'type',
  [PlainButton, PixButton],
  'O tipo do botão precisa ser reply, url, call, copy ou pix.',
)

export const SendButtonsBody = z
  .object({
    number: Recipient,
    /** May be left out where all buttons are of Pix. */
    title: line.trim().nullish(),
    description: line.nullish(),
    footer: line.nullish(),
    buttons: z
      .array(Button, 'Informe os botões em uma lista (buttons).')
      .min(1, 'Informe pelo menos um botão.')
      .max(CHOICES_MAX_COUNT, `Uma mensagem tem até ${CHOICES_MAX_COUNT} opções.`),
    ...contextFields,
  })
  .refine(({ title, buttons }) => title || buttons.every(({ type }) => type === 'pix'), {
    path: ['title'],
    message: 'Informe o título.',
  })
export type SendButtonsBody = z.infer<typeof SendButtonsBody>
