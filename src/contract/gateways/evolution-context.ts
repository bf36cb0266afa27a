import { z } from 'zod'

/** What a message of the Evolution-compatible API answers, and whom it names. */

const MENTIONED_MAX_COUNT = 1_000
const jid = z.string().max(100)

/** Only the id is needed: the text of a message that passed here is known. */
const Quoted = z.object(
  {
    key: z.object(
      {
        id: z.string('Informe o id da mensagem citada.').min(1).max(200),
        remoteJid: jid.nullish(),
        fromMe: z.boolean().nullish(),
        participant: jid.nullish(),
      },
      'Informe a chave da mensagem citada.',
    ),
    message: z.record(z.string(), z.unknown()).nullish(),
  },
  'Informe a mensagem citada.',
)

export const contextFields = {
  quoted: Quoted.nullish(),
  mentioned: z
    .array(jid, 'Informe os números mencionados em uma lista.')
    .max(MENTIONED_MAX_COUNT, `Mencione no máximo ${MENTIONED_MAX_COUNT} números.`)
    .nullish(),
}

const ContextFields = z.object(contextFields)
export type ContextFields = z.infer<typeof ContextFields>

export const ContextInfoJson = z.object({
  stanzaId: z.string().optional(),
  participant: z.string().optional(),
  quotedMessage: z.record(z.string(), z.unknown()).optional(),
  mentionedJid: z.array(z.string()),
  groupMentions: z.array(z.string()),
})
