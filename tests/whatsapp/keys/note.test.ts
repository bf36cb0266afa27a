import { expect, test } from 'vitest'
import { z } from 'zod'
import { readJson } from '../../../src/whatsapp/keys/note.ts'

const Note = z.object({ at: z.number() })

test('reads a note of its form, and takes any other for none', () => {
  expect(readJson('{"at":5,"later":true}', Note)).toEqual({ at: 5 })
  for (const text of [undefined, 'null', '[]', '{"at":"5"}']) {
    expect(readJson(text, Note)).toBeUndefined()
  }
})
