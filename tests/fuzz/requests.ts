import fc from 'fast-check'
import { formOf } from './multipart-bodies.ts'
import { oddJsonText, oddText, oddUrlPart, oddValue, wellFormed } from './odd-values.ts'
import { isNode, jsonOf, type Known, known } from './schema-values.ts'

/** Requests made of the product's own OpenAPI document, so that every call of it is covered. */

export type FuzzRequest = {
  readonly method: string
  /** Path with its query, as it is sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string | null
  /** Whether the account's key is sent; else only what `headers` hold. */
  readonly isSignedIn: boolean
}

export type Operation = {
  readonly method: string
  readonly path: string
  readonly query: readonly { readonly name: string; readonly schema: unknown }[]
  readonly json: unknown
  readonly form: { readonly fileField: string; readonly fields: readonly string[] } | null
}

/** The calls of an OpenAPI document. */
export function operationsOf(document: unknown): Operation[] {
  const paths = isNode(document) && isNode(document.paths) ? Object.entries(document.paths) : []
  return paths.flatMap(([path, methods]) =>
    isNode(methods)
      ? Object.entries(methods).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          query: queryOf(operation),
          ...bodyOf(operation),
        }))
      : [],
  )
}

function queryOf(operation: unknown): Operation['query'] {
  const parameters =
    isNode(operation) && Array.isArray(operation.parameters) ? operation.parameters : []
  return parameters
    .filter(isNode)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => ({ name: String(name), schema }))
}

function bodyOf(operation: unknown): Pick<Operation, 'json' | 'form'> {
  const body = isNode(operation) && isNode(operation.requestBody) ? operation.requestBody : {}
  const content = isNode(body.content) ? body.content : {}
  const [json, form] = [content['application/json'], content['multipart/form-data']]
  if (isNode(json)) return { json: json.schema, form: null }
  if (!isNode(form) || !isNode(form.schema)) return { json: null, form: null }
  const properties = isNode(form.schema.properties) ? Object.keys(form.schema.properties) : []
  const required = Array.isArray(form.schema.required) ? form.schema.required.map(String) : []
  const fileField = required[0] ?? properties[0] ?? 'file'
  return {
    json: null,
    form: { fileField, fields: properties.filter((name) => name !== fileField) },
  }
}

/** Requests to one call; each call gets its share, however many others there are. */
export function requestTo(operation: Operation): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(operation.method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'),
        },
      ),
      path: pathOf(operation.path),
      query: queryText(operation.query),
      payload: payloadOf(operation),
      headers: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
        { weight: 1, arbitrary: oddHeaders },
      ),
      isSignedIn: fc.oneof(
        { weight: 12, arbitrary: fc.constant(true) },
        { weight: 1, arbitrary: fc.constant(false) },
      ),
    })
    .map(({ method, path, query, payload, headers, isSignedIn }) => ({
      method,
      path: `${path}${query}`,
      headers: { ...payload.headers, ...headers },
      body: method === 'HEAD' || method === 'TRACE' ? null : payload.body,
      isSignedIn,
    }))
}

function pathOf(template: string): fc.Arbitrary<string> {
  const kind = kindOf(template)
  const part = fc.oneof({ weight: 4, arbitrary: known(kind) }, { weight: 1, arbitrary: oddUrlPart })
  const names = [...template.matchAll(/\{[^}]+\}/g)].map(([name]) => name)
  return fc
    .tuple(...names.map(() => part))
    .map((values) =>
      names.reduce((path, name, index) => path.replace(name, () => values[index] ?? ''), template),
    )
}

function kindOf(path: string): Known {
  if (path.includes('contacts')) return 'list'
  if (path.includes('campaigns')) return 'campaign'
  if (/whatsapp|baileys|gateway|instance/.test(path)) return 'device'
  return 'other'
}

function queryText(query: Operation['query']): fc.Arbitrary<string> {
  const described = fc.tuple(
    ...query.map(({ name, schema }) =>
      fc.option(
        fc
          .oneof(
            { weight: 4, arbitrary: jsonOf(schema).map(queryValue) },
            { weight: 1, arbitrary: oddUrlPart },
          )
          .map((value) => `${name}=${value}`),
        { freq: 2 },
      ),
    ),
  )
  const odd = fc.constantFrom(
    '?',
    '&&&',
    '%',
    '%=%',
    'limit=1&limit=2',
    '__proto__=1',
    'a[b][c]=1',
    '=',
    'q=%00',
  )
  return fc.tuple(described, fc.option(odd, { freq: 8 })).map(([pairs, extra]) => {
    const all = [...pairs, extra].filter((pair) => pair !== null)
    return all.length === 0 ? '' : `?${all.join('&')}`
  })
}

function queryValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(wellFormed(text.slice(0, 1_000))).replace(
    /%E2%9F%A6(\w+)%3A(\d+)%E2%9F%A7/g,
    '⟦$1:$2⟧',
  )
}

type Payload = Pick<FuzzRequest, 'headers' | 'body'>

function payloadOf({ json, form }: Operation): fc.Arbitrary<Payload> {
  const none = fc.constant<Payload>({ headers: {}, body: null })
  const anything = fc
    .oneof(oddJsonText, oddValue.map(asJson))
    .map((body): Payload => ({ headers: { 'content-type': 'application/json' }, body }))
  if (form) {
    const forms = formOf(form.fileField, form.fields).map(
      ({ contentType, bytes }): Payload => ({
        headers: { 'content-type': contentType },
        body: bytes,
      }),
    )
    return fc.oneof({ weight: 12, arbitrary: forms }, { weight: 1, arbitrary: anything }, none)
  }
  if (json === null)
    return fc.oneof({ weight: 8, arbitrary: none }, { weight: 1, arbitrary: anything })
  const described = jsonOf(json).map(
    (value): Payload => ({ headers: { 'content-type': 'application/json' }, body: asJson(value) }),
  )
  const cut = fc.tuple(described, fc.nat(40)).map(
    ([payload, length]): Payload => ({
      ...payload,
      body: String(payload.body).slice(0, length),
    }),
  )
  const otherType = fc.tuple(described, fc.constantFrom(...otherTypes)).map(
    ([{ body }, headers]): Payload => ({
      headers,
      body,
    }),
  )
  return fc.oneof({ weight: 14, arbitrary: described }, anything, cut, otherType, none)
}

const otherTypes: readonly Record<string, string>[] = [
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=b' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/merge-patch+json' },
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  { 'content-type': ';;;' },
]

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null'
}

const oddHeaderText = oddText.map((text) =>
  text.slice(0, 2_000).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
)
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        'authorization',
        'apikey',
        'cookie',
        'origin',
        'host',
        'accept',
        'accept-encoding',
        'range',
        'if-none-match',
        'x-forwarded-for',
        'x-forwarded-proto',
        'last-event-id',
        'content-encoding',
        'access-control-request-method',
      ),
      oddHeaderText,
    )
    .map(([name, value]) => ({ [name]: value })),
  fc.constantFrom<Record<string, string>[]>(
    { authorization: 'Bearer' },
    { authorization: 'Bearer a.b.c' },
    { authorization: 'bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
    { authorization: 'Basic dTpw' },
    { authorization: `Bearer ${'x'.repeat(8_000)}` },
    { apikey: '__proto__' },
    { accept: 'text/html' },
    { host: '' },
    { host: 'a b' },
    { origin: 'null' },
    { range: 'bytes=0-,5-1' },
    { 'x-http-method-override': 'DELETE' },
  ),
)
