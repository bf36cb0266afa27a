import fc from 'fast-check'
import { oddText } from './odd-values.ts'
import { known } from './schema-values.ts'

/** Forms with a file: right ones, and ones broken in every way. */

export type FormBody = { readonly contentType: string; readonly bytes: Buffer }

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const csvCell = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.nat(99_999_999).map((number) => `619${String(number).padStart(8, '0')}`),
  },
  { weight: 3, arbitrary: fc.lorem({ maxCount: 2 }) },
  { weight: 2, arbitrary: oddText.map((text) => text.slice(0, 2_000)) },
  { weight: 1, arbitrary: fc.constantFrom('"', '""', '"a', 'a"b', '"a\nb"', '5,51199E+12', '\0') },
)
const csvRow = fc
  .tuple(fc.lorem({ maxCount: 2 }), fc.nat(99_999_999), csvCell)
  .map(([name, number, further]) => [name, `619${String(number).padStart(8, '0')}`, further])
const csv = fc
  .tuple(
    fc.constantFrom(',', ';', '\t'),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('name,phone', 'nome;telefone', 'sep=;', '\ufeffnome\tfone', ''),
    fc.array(fc.oneof(csvRow, fc.array(csvCell, { maxLength: 5 })), { maxLength: 20 }),
  )
  .map(([delimiter, end, header, rows]) =>
    Buffer.from([header, ...rows.map((cells) => cells.join(delimiter))].join(end)),
  )

const content = fc.oneof(
  { weight: 4, arbitrary: csv },
  {
    weight: 2,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  },
  { weight: 2, arbitrary: fc.constant(pixel) },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 60 })
      .map((end) => Buffer.concat([pixel.subarray(0, 33), end])),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from('PK\u0003\u0004'),
      Buffer.from('GIF89a'),
      Buffer.from('RIFF\0\0\0\0WEBP'),
      Buffer.from([0xff, 0xd8, 0xff]),
      Buffer.from([0xff, 0xfe]),
      Buffer.alloc(300_000, 0x22),
      Buffer.alloc(300_000, 0x2d),
    ),
  },
)

const partHeader = fc.constantFrom(
  'Content-Type: text/csv',
  'Content-Type: multipart/mixed; boundary=inner',
  'Content-Transfer-Encoding: base64',
  'no colon',
  ': empty name',
  'X-Long: '.padEnd(20_000, 'x'),
  'Content-Disposition: form-data; name="second"',
)

export function fileOf(name: string, bytes: Buffer): Buffer {
  const header = `Content-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n`
  return Buffer.concat([Buffer.from(header), bytes])
}

/** `fields` are those the call knows; unknown ones are added. */
export function formOf(fileField: string, fields: readonly string[]): fc.Arbitrary<FormBody> {
  const fieldName = fc.constantFrom(...fields, fileField, 'other', '__proto__', 'constructor', '')
  const fieldValue = fc.oneof(
    oddText,
    known('list'),
    fc.constantFrom('keep', 'update', '{"name":0,"phone":1}', '{"phone":-1}', '[', '{"phone":1e9}'),
  )
  const field = fc
    .tuple(fieldName, fieldValue)
    .map(([name, value]) =>
      Buffer.from(`Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`),
    )
  const file = fc
    .record({
      name: fc.oneof(
        { weight: 8, arbitrary: fc.constant(fileField) },
        { weight: 1, arbitrary: fieldName },
      ),
      fileName: fc.oneof(
        { weight: 4, arbitrary: fc.constant('; filename="a.csv"') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            '',
            '; filename=""',
            '; filename="../../x"',
            '; filename="a',
            "; filename*=UTF-8''%ff%00",
            '; filename="\u202e"',
            '; filename="a"; filename="b"',
          ),
        },
      ),
      headers: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        fc.array(partHeader, { maxLength: 2 }),
      ),
      content,
    })
    .map(({ name, fileName, headers, content: bytes }) =>
      Buffer.concat([
        Buffer.from(
          [`Content-Disposition: form-data; name="${name}"${fileName}`, ...headers, '', ''].join(
            '\r\n',
          ),
        ),
        bytes,
      ]),
    )
  const parts = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(field, { maxLength: 3 })),
          file,
        )
        .map(([a, b]) => [...a, b]),
    },
    { weight: 2, arbitrary: fc.array(fc.oneof(field, file), { maxLength: 4 }) },
    { weight: 1, arbitrary: field.map((one) => Array.from({ length: 120 }, () => one)) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => [Buffer.from(bytes)]),
    },
  )
  return fc
    .tuple(parts, boundary, defect)
    .map(([all, mark, broken]) => broken(assemble(all, mark), mark))
}

const boundary = fc.constantFrom(
  'b',
  '----WebKitFormBoundary7MA4YWxkTrZu0gW',
  "b'()+_,-./:=?",
  'x'.repeat(70),
)

export function assemble(parts: readonly Buffer[], mark: string): Buffer {
  const pieces = parts.flatMap((part) => [Buffer.from(`--${mark}\r\n`), part, Buffer.from('\r\n')])
  return Buffer.concat([...pieces, Buffer.from(`--${mark}--\r\n`)])
}

type Defect = (bytes: Buffer, mark: string) => FormBody
const typeOf = (mark: string) => `multipart/form-data; boundary="${mark}"`
const whole: Defect = (bytes, mark) => ({ contentType: typeOf(mark), bytes })

const defect: fc.Arbitrary<Defect> = fc.oneof(
  { weight: 20, arbitrary: fc.constant(whole) },
  {
    weight: 2,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map(
      (share): Defect =>
        (bytes, mark) => ({
          contentType: typeOf(mark),
          bytes: bytes.subarray(0, bytes.length * share),
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Defect[]>(
      (bytes) => ({ contentType: 'multipart/form-data', bytes }),
      (bytes) => ({ contentType: 'multipart/form-data; boundary=', bytes }),
      (bytes) => ({ contentType: `multipart/form-data; boundary=${'y'.repeat(3_000)}`, bytes }),
      (bytes) => ({ contentType: 'multipart/form-data; boundary="other"', bytes }),
      (bytes) => ({ contentType: 'multipart/mixed; boundary=b', bytes }),
      (bytes, mark) => ({
        contentType: typeOf(mark),
        bytes: Buffer.from(bytes.toString().replaceAll('\r\n', '\n')),
      }),
      (bytes, mark) => ({
        contentType: typeOf(mark),
        bytes: Buffer.concat([Buffer.alloc(70_000, 0x0d), bytes]),
      }),
      (bytes, mark) => ({ contentType: typeOf(mark), bytes: Buffer.concat([bytes, bytes]) }),
      (_, mark) => ({ contentType: typeOf(mark), bytes: Buffer.alloc(0) }),
    ),
  },
)
