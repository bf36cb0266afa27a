import { z } from 'zod'

/** Somebody in a contact list whose name or phone matches a search. */
export const PersonMatch = z.object({
  /** E.164 digits. */
  phone: z.string(),
  name: z.string(),
  list: z.object({ id: z.string(), name: z.string() }),
})
export type PersonMatch = z.infer<typeof PersonMatch>

const PersonMatchJson = z.codec(
  z.object({
    phone: z.string(),
    nome: z.string(),
    lista: z.object({ id: z.string(), name: z.string() }),
  }),
  PersonMatch,
  {
    decode: ({ nome, lista, ...same }) => ({ ...same, name: nome, list: lista }),
    encode: ({ name, list, ...same }) => ({ ...same, nome: name, lista: list }),
  },
)
export const PersonMatchesJson = z.array(PersonMatchJson)
