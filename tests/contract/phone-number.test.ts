import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaCodes, numberCandidates, parsePhone } from '../../src/contract/phone-number.ts'

const digit = fc.integer({ min: 0, max: 9 })
const digits = (length: number) =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''))
const area = fc.constantFrom(...areaCodes)
const mobile = fc.tuple(area, digits(8)).map(([code, rest]) => `${code}9${rest}`)
const landline = fc
  .tuple(area, fc.constantFrom('2', '3', '4', '5'), digits(7))
  .map((parts) => parts.join(''))

const ok = (phone: string) => ({ ok: true, phone })
const refused = (code: string) => ({ ok: false, code })

describe('a Brazilian number', () => {
  test('has one of 67 area codes', () => {
    expect(areaCodes.size).toBe(67)
  })

  test('gets 55 in front, whatever its area code', () => {
    fc.assert(
      fc.property(fc.oneof(mobile, landline), (national) => {
        expect(parsePhone(national)).toEqual(ok(`55${national}`))
      }),
    )
  })

  test('stays as it is with 55 in front, with and without a plus', () => {
    fc.assert(
      fc.property(fc.oneof(mobile, landline), fc.constantFrom('', '+'), (national, plus) => {
        expect(parsePhone(`${plus}55${national}`)).toEqual(ok(`55${national}`))
      }),
    )
  })

  test('reads the same with blanks, brackets and dashes anywhere', () => {
    const noise = fc.constantFrom(' ', '(', ')', '-', '–', '\u00a0', '\u200e', '')
    fc.assert(
      fc.property(mobile, fc.array(noise, { minLength: 12, maxLength: 12 }), (national, marks) => {
        const written = marks.map((mark, place) => mark + (national[place] ?? '')).join('')
        expect(parsePhone(written)).toEqual(ok(`55${national}`))
      }),
    )
  })

  test('is refused under an area code that does not exist', () => {
    const unknown = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0')).filter(
      (code) => !areaCodes.has(code),
    )
    for (const code of unknown) {
      expect(parsePhone(`+55${code}999990000`), code).toEqual(refused('phone_invalid'))
    }
  })

  test.each([
    ['(61) 99999-0000', '5561999990000'],
    ['+55 (61) 3333-4444', '556133334444'],
    // Mobiles of before the ninth digit still are the WhatsApp numbers of many people.
    ['556199990000', '556199990000'],
    ['５５６１９９９９９００００', '5561999990000'],
    ['\u202a+55 61 99999-0000\u202c', '5561999990000'],
    ['+55 800 123 4567', '558001234567'],
  ])('%s is %s', (written, phone) => {
    expect(parsePhone(written)).toEqual(ok(phone))
  })

  test.each([
    ['without area code', '99999-0000'],
    ['with a trunk zero', '061999990000'],
    ['with an international prefix', '005561999990000'],
    ['eight-digit mobile without 55', '6199990000'],
    ['one digit short', '5561 9999-000'],
    ['one digit long', '55619999900001'],
    ['a spreadsheet number', '61999990000.0'],
    ['with words', '61999990000 (casa)'],
    ['a plus in the middle', '55+61999990000'],
    ['two pluses', '++5561999990000'],
  ])('is refused %s: %s', (_, written) => {
    expect(parsePhone(written)).toEqual(refused('phone_invalid'))
  })
})

describe('a number of another country', () => {
  test.each([
    ['+1 212 555 1234', '12125551234'],
    ['12125551234', '12125551234'],
    ['+351 912 345 678', '351912345678'],
    ['+49 1512 3456789', '4915123456789'],
    // A leading plus is always international, also where a DDD with a mobile would fit.
    ['+61 412 345 678', '61412345678'],
  ])('%s is %s', (written, phone) => {
    expect(parsePhone(written)).toEqual(ok(phone))
  })

  test('is refused where the plus makes a Brazilian number a wrong one', () => {
    expect(parsePhone('+61999990000')).toEqual(refused('phone_invalid'))
  })
})

test.each(['', '   ', '\u200b'])('nothing (%j) is a missing phone', (written) => {
  expect(parsePhone(written)).toEqual(refused('phone_missing'))
})

test.each(['5,51199E+12', '5.51199E+12', '5e12', '+5,5E+12'])(
  '%s is told apart as scientific notation',
  (written) => {
    expect(parsePhone(written)).toEqual(refused('phone_scientific'))
  },
)

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
      fc.property(mobile, (national) => {
        const [own, other] = numberCandidates(`55${national}`)
        if (other === undefined) return
        expect(numberCandidates(other)).toEqual([other, own])
      }),
    )
  })
})
