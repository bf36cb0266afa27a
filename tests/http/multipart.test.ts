import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/contract/errors.ts'
import { boundaryOf, readMultipart } from '../../src/http/multipart.ts'

type Part = { name: string; fileName: string | null; content: string }

/** Reads a body that arrives in pieces of `size` bytes. */
async function read(body: string, boundary: string, size = 7): Promise<Part[]> {
  async function* pieces() {
    const bytes = Buffer.from(body, 'latin1')
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const parts: Part[] = []
  for await (const event of readMultipart(pieces(), boundary)) {
    const last = parts.at(-1)
    if (event.type === 'part') parts.push({ ...event, content: '' })
    else if (last) last.content += Buffer.from(event.bytes).toString('latin1')
  }
  return parts.map(({ name, fileName, content }) => ({ name, fileName, content }))
}

const part = (header: string, content: string) => `--b\r\n${header}\r\n\r\n${content}\r\n`
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error instanceof AppError ? error.code : String(error)
}

describe('a multipart body', () => {
  test('comes apart the same, whatever pieces it arrives in', async () => {
    // Contents full of what almost is a delimiter.
    const content = fc
      .array(fc.constantFrom('\r', '\n', '-', '--', '--b', '\r\n--', '\r\n--c', 'x', '\u00ff'))
      .map((all) => all.join(''))
      .filter((text) => !`\r\n${text}`.includes('\r\n--b'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1 }),
        fc.integer({ min: 1, max: 40 }),
        async (contents, size) => {
          const body = `${contents.map((text, place) => part(named(`p${place}`), text)).join('')}--b--`
          const expected = contents.map((text, place) => ({
            name: `p${place}`,
            fileName: null,
            content: text,
          }))
          expect(await read(body, 'b', size)).toEqual(expected)
        },
      ),
    )
  })

  test('tells names as browsers write them', async () => {
    const header = `content-type: text/csv\r\nCONTENT-DISPOSITION: form-data; filename="a%22b;.csv"; name="file"`
    expect(await read(`${part(header, 'x')}--b--\r\n`, 'b')).toEqual([
      { name: 'file', fileName: 'a"b;.csv', content: 'x' },
    ])
  })

  test('may have text before the first delimiter and behind the last', async () => {
    const body = `preamble\r\n${part(named('a'), 'x')}--b--\r\nepilogue --b`
    expect(await read(body, 'b')).toHaveLength(1)
  })

  test.each([
    ['nothing', ''],
    ['no end', part(named('a'), 'x')],
    ['an end inside a header', '--b\r\nContent-Disp'],
    ['a part without a name', `${part('content-type: a/b', 'x')}--b--`],
    ['a part without headers', '--b\r\n\r\nx\r\n--b--'],
    ['a header without end', `--b\r\n${'x'.repeat(20_000)}\r\n\r\n\r\n--b--`],
    ['text behind a delimiter', `--bx\r\n${named('a')}\r\n\r\nx\r\n--b--`],
    ['too many parts', `${part(named('a'), 'x').repeat(101)}--b--`],
  ])('with %s is malformed', async (_, body) => {
    expect(await codeOf(read(body, 'b', 1_000))).toBe('malformed_upload')
  })
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
])('the boundary of %s is %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary)
})

test.each(['', 'application/json', 'multipart/form-data-x; boundary=a'])(
  'the type "%s" is no form',
  async (type) => {
    expect(await codeOf(Promise.resolve().then(() => boundaryOf(type)))).toBe('not_multipart')
  },
)
