import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaCodes } from '../../../src/contract/phones/area-code.ts'
import { numberCandidates } from '../../../src/contract/phones/brazil.ts'
import { isForeign, parsePhone } from '../../../src/contract/phones/phone-number.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const area = fc.constantFrom(...areaCodes)

/** A complete national number as it is written, and the E.164 digits it stands for. */
const mobile = fc.tuple(area, digits(8)).map(([ddd, rest]) => ({
  written: `${ddd}9${rest}`,
  phone: `55${ddd}9${rest}`,
}))
const oldMobile = fc
  .tuple(area, fc.constantFrom('6', '7', '8', '9'), digits(7))
  .map(([ddd, first, rest]) => ({
    written: `${ddd}${first}${rest}`,
    phone: `55${ddd}9${first}${rest}`,
  }))
const landline = fc
  .tuple(area, fc.constantFrom('2', '3', '4', '5'), digits(7))
  .map(([ddd, first, rest]) => ({
    written: `${ddd}${first}${rest}`,
    phone: `55${ddd}${first}${rest}`,
  }))
const anyNumber = fc.oneof(mobile, oldMobile, landline)

/** Every way that people and spreadsheets dress up a number. */
const decorations: readonly ((number: string) => string)[] = [
  (it) => it,
  (it) => `55${it}`,
  (it) => `+55${it}`,
  (it) => `0055${it}`,
  (it) => `0${it}`,
  (it) => `+550${it}`,
  (it) => `015${it}`,
  (it) => `0xx${it}`,
  (it) => `(0XX${it.slice(0, 2)}) ${it.slice(2)}`,
  (it) => `0**${it}`,
  (it) => `(${it.slice(0, 2)}) ${it.slice(2, -4)}-${it.slice(-4)}`,
  (it) => `(0${it.slice(0, 2)}) ${it.slice(2, -4)} ${it.slice(-4)}`,
  (it) => `${it.slice(0, 2)}.${it.slice(2, -4)}.${it.slice(-4)}`,
  (it) => `${it.slice(0, 2)}/${it.slice(2)}`,
  (it) => `="${it}"`,
  (it) => `'${it}`,
  (it) => `tel:+55${it}`,
  (it) => `https://wa.me/55${it}`,
  (it) => `https://api.whatsapp.com/send?phone=55${it}&text=Oi`,
  (it) => `${it}.0`,
  (it) => `\u202a+55 ${it}\u202c`,
  (it) => `${it} (casa)`,
  (it) => `${it} - Maria`,
  (it) => `Tel.: ${it}`,
  (it) => `WhatsApp ${it}`,
]

const ok = (phone: string) => ({ ok: true, phone })
const refused = (code: string) => ({ ok: false, code })

describe('a Brazilian number', () => {
  test('has one of 67 area codes', () => {
    expect(areaCodes.size).toBe(67)
  })

  test('reads the same under every area code and in every dress', () => {
    for (const ddd of areaCodes) {
      for (const [rest, full] of [
        ['987654321', '987654321'],
        ['87654321', '987654321'],
        ['32345678', '32345678'],
      ] as const) {
        for (const dress of decorations) {
          const written = dress(`${ddd}${rest}`)
          expect(parsePhone(written), written).toEqual(ok(`55${ddd}${full}`))
        }
      }
    }
  })

  test('is never taken for a foreign one', () => {
    fc.assert(
      fc.property(anyNumber, fc.constantFrom(...decorations), ({ written, phone }, dress) => {
        expect(parsePhone(dress(written))).toEqual(ok(phone))
      }),
      { numRuns: 5_000 },
    )
  })

  test('reads the same with blanks, brackets and dashes anywhere', () => {
    const noise = fc.constantFrom(' ', '-', '–', '.', '\u00a0', '\u200e', '')
    fc.assert(
      fc.property(mobile, fc.array(noise, { minLength: 12, maxLength: 12 }), (number, marks) => {
        const written = marks.map((mark, at) => mark + (number.written[at] ?? '')).join('')
        expect(parsePhone(written)).toEqual(ok(number.phone))
      }),
    )
  })

  test('without area code gets the one that was named', () => {
    fc.assert(
      fc.property(area, anyNumber, (ddd, { written, phone }) => {
        expect(parsePhone(written.slice(2))).toEqual(
          /^(?:3003|4003|4004|4020)/.test(written.slice(2))
            ? refused('phone_service')
            : refused('phone_no_area'),
        )
        if (/^(?:3003|4003|4004|4020)/.test(written.slice(2))) return
        expect(parsePhone(written.slice(2), { ddd })).toEqual(ok(`55${ddd}${phone.slice(4)}`))
        // A number that has an area code keeps it.
        expect(parsePhone(written, { ddd })).toEqual(ok(phone))
      }),
    )
  })

  test('is refused under an area code that does not exist', () => {
    const unknown = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(
      (code) => !areaCodes.has(code) && code[0] !== '0',
    )
    for (const code of unknown) {
      for (const written of [`+55${code}999990000`, `(${code}) 99999-0000`]) {
        expect(parsePhone(written), written).toEqual(refused('phone_unknown_area'))
      }
    }
  })
})

test('400 numbers as real files hold them are read right, or refused with their own reason', () => {
  const corpus = readFileSync(new URL('./corpus.txt', import.meta.url), 'utf8')
  const lines = corpus.split('\n').filter((line) => line !== '')
  expect(lines.length).toBeGreaterThan(400)
  for (const line of lines) {
    const [written = '', expected] = line.split('\t')
    const parsed = parsePhone(written)
    expect(parsed.ok ? parsed.phone : parsed.code, written).toBe(expected)
  }
  const codes = [
    'no_area',
    'unknown_area',
    'short',
    'long',
    'two',
    'service',
    'scientific',
    'missing',
  ]
  for (const code of codes) expect(corpus).toContain(`\tphone_${code}\n`)
})

describe('a number of another country', () => {
  test.each([
    ['+1 212 555 1234', '12125551234'],
    ['12125551234', '12125551234'],
    ['+351 912 345 678', '351912345678'],
    ['+49 1512 3456789', '4915123456789'],
    // A leading plus is always international, also where a DDD with a mobile would fit.
    ['+61 412 345 678', '61412345678'],
    ['0061 412 345 678', '61412345678'],
  ])('%s is %s', (written, phone) => {
    expect(parsePhone(written)).toEqual(ok(phone))
    expect(isForeign(phone)).toBe(true)
  })

  test('is refused where the plus makes a Brazilian number a wrong one', () => {
    expect(parsePhone('+61999990000')).toEqual(refused('phone_invalid'))
  })

  test('has at least eleven digits where no plus stands in front', () => {
    expect(parsePhone('3120624111')).toEqual(ok('553120624111'))
    expect(parsePhone('1012345678')).toEqual(refused('phone_unknown_area'))
  })
})

test('any text is either refused or E.164 digits that read as themselves', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+()- eE,.') }))
  fc.assert(
    fc.property(text, (written) => {
      const parsed = parsePhone(written)
      if (!parsed.ok) return
      expect(parsed.phone).toMatch(/^[1-9]\d{5,14}$/)
      expect(parsePhone(`+${parsed.phone}`)).toEqual(parsed)
    }),
    { numRuns: 2_000 },
  )
})

describe('forms that WhatsApp may know a number under', () => {
  test('are both forms of a Brazilian mobile, its own first', () => {
    expect(numberCandidates('5561999990000')).toEqual(['5561999990000', '556199990000'])
    expect(numberCandidates('556199990000')).toEqual(['556199990000', '5561999990000'])
  })

  test('never include the landline of another subscriber', () => {
    expect(numberCandidates('5511932345678')).toEqual(['5511932345678'])
  })

  test.each(['556133334444', '12125551234'])('of %s are that number alone', (phone) => {
    expect(numberCandidates(phone)).toEqual([phone])
  })

  test('lead from either form of a mobile to the other', () => {
    fc.assert(
      fc.property(mobile, ({ phone }) => {
        const [own, other] = numberCandidates(phone)
        if (other === undefined) return
        expect(numberCandidates(other)).toEqual([other, own])
      }),
    )
  })
})
