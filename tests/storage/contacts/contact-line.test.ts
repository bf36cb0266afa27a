import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContactEncoder, decodeContact } from '../../../src/storage/contacts/contact-line.ts'
import { anyCharacter } from '../../support/domain/any-text.ts'

const texts = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', '"', '\\', '\n', '\u{1f600}', '\ud83d', 'São Paulo', '__proto__x'),
)
const contacts = fc.record({
  phone: fc.constantFrom('5511999990001', '351912345678'),
  name: texts,
  createdAt: fc.constantFrom('2026-11-21T13:00:00.000Z', '2026-11-22T13:00:00.000Z'),
  origin: fc.constantFrom('api', 'csv'),
  fields: fc.dictionary(texts, texts, { noNullPrototype: true }),
})

test('reads every contact as it was written, whatever stands in it and whoever came before', () => {
  fc.assert(
    fc.property(fc.array(contacts), (all) => {
      const encode = createContactEncoder()
      const lines: unknown[] = all.map((each) => JSON.parse(encode(each)))
      expect(lines.map((line) => (Array.isArray(line) ? decodeContact(line) : line))).toEqual(all)
    }),
  )
})

test('writes what JSON.stringify would, so that the file is the same by whichever hand', () => {
  fc.assert(
    fc.property(contacts, ({ fields, ...contact }) => {
      const row = [contact.phone, contact.name, contact.createdAt, contact.origin]
      expect(createContactEncoder()(contact)).toBe(JSON.stringify(row))
      expect(createContactEncoder()({ ...contact, fields })).toBe(JSON.stringify([...row, fields]))
    }),
  )
})
