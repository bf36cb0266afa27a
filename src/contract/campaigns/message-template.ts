import { z } from 'zod'
import { NAME_MAX_LENGTH, TEXT_MAX_LENGTH } from '../limits.ts'

/** A text that its owner keeps for further campaigns and chats. */
export const MessageTemplate = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type MessageTemplate = z.infer<typeof MessageTemplate>

const MessageTemplateWire = z.object({
  id: z.string(),
  nome: z.string(),
  texto: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const MessageTemplateJson = z.codec(MessageTemplateWire, MessageTemplate, {
  decode: ({ id, nome, texto, created_at, updated_at }) => ({
    id,
    name: nome,
    text: texto,
    createdAt: created_at,
    updatedAt: updated_at,
  }),
  encode: ({ id, name, text, createdAt, updatedAt }) => ({
    id,
    nome: name,
    texto: text,
    created_at: createdAt,
    updated_at: updatedAt,
  }),
})
export const MessageTemplatesJson = z.array(MessageTemplateJson)

export const MessageTemplateBody = z.object({
  nome: z
    .string('Informe o nome do modelo.')
    .trim()
    .min(1, 'Informe o nome do modelo.')
    .max(NAME_MAX_LENGTH, `O nome aceita até ${NAME_MAX_LENGTH} caracteres.`),
  texto: z
    .string('Escreva o texto do modelo.')
    .max(TEXT_MAX_LENGTH, `O texto aceita até ${TEXT_MAX_LENGTH} caracteres.`)
    .refine((text) => text.trim() !== '', 'Escreva o texto do modelo.'),
})
export type MessageTemplateBody = z.infer<typeof MessageTemplateBody>

/** What is left out stays as it is. */
export const MessageTemplatePatchBody = MessageTemplateBody.partial()
export type MessageTemplatePatchBody = z.infer<typeof MessageTemplatePatchBody>
