import { z } from 'zod'
import type { Endpoint, Method } from '../../contract/api/endpoint.ts'
import { IdempotencyKey } from '../../contract/api/idempotency.ts'
import { IDEMPOTENCY_HEADER } from '../../contract/api/idempotency-header.ts'
import { ErrorJson } from '../../contract/error-json.ts'
import { AppError, type ErrorCode, errorCatalogue } from '../../contract/errors.ts'
import { EvolutionErrorJson, evolutionStatusOf } from '../../contract/gateways/evolution.ts'
import { CampaignEventName, campaignEventLabels } from '../../contract/webhooks/campaign-event.ts'
import { eventDataSchemas, webhookEnvelope } from '../../contract/webhooks/campaign-event-body.ts'
import { evolutionFailure } from '../answers/evolution-failure.ts'
import { exampleBody } from './api-examples.ts'

type Json = Readonly<Record<string, unknown>>

const errorReference = { $ref: '#/components/schemas/Erro' }
const evolutionErrorReference = { $ref: '#/components/schemas/ErroEvolution' }

/** Errors that any call may answer with, beside its own. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const common: ErrorCode[] = []
  if (!endpoint.isPublic && endpoint.dialect) common.push('apikey_refused', 'too_many')
  else if (!endpoint.isPublic) common.push('unauthorized')
  if (endpoint.body) common.push('malformed_json', 'not_json', 'body_too_large')
  if (endpoint.fileField !== undefined && !endpoint.body) common.push('not_multipart')
  if (endpoint.fileField !== undefined && endpoint.body)
    common.push('malformed_upload', 'file_empty')
  if (endpoint.isIdempotent) {
    common.push('idempotency_mismatch', 'idempotency_busy', 'idempotency_unknown')
  }
  return [...new Set<ErrorCode>([...endpoint.errors, ...common, 'stopping', 'unexpected'])]
}

/** The OpenAPI 3.1 document of these calls, made from the schemas that check them. */
export function openApiDocument({
  endpoints,
  version,
  basePath,
}: {
  readonly endpoints: readonly Endpoint[]
  readonly version: string
  /** Path in front of every call's own; empty without one. */
  readonly basePath: string
}): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const operations = paths[endpoint.path] ?? {}
    for (const method of endpoint.methods) operations[method] = operation(endpoint, method)
    paths[endpoint.path] = operations
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'disparo',
      version,
      description: 'Campanhas de WhatsApp no seu próprio servidor.',
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: `${basePath}/` }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ token: [] }, { apikey: [] }],
    paths,
    webhooks: webhookPaths(),
    components: {
      schemas: { Erro: toSchema(ErrorJson), ErroEvolution: toSchema(EvolutionErrorJson) },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'O token do login ou a apikey da conta.',
        },
        apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
      },
    },
  }
}

function operation(endpoint: Endpoint, method: Method): Json {
  return {
    operationId: `${method}${endpoint.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next = '') => String(next).toUpperCase())}`,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.isPublic && { security: [] }),
    ...(endpoint.dialect && { security: [{ apikey: [] }] }),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(endpoint.query),
      ...(endpoint.isIdempotent ? [idempotencyHeader] : []),
    ],
    ...requestBody(endpoint),
    responses: { ...answers(endpoint), ...errors(endpoint) },
  }
}

/** Describes what is posted to a user's own webhooks. */
function webhookPaths(): Json {
  const entries = Object.entries(eventDataSchemas).map(([type, data]) => {
    const schema = toSchema(webhookEnvelope(type, data))
    const summary = labelOf(type)
    const post = {
      summary: `${summary}.`,
      description: WEBHOOK_RULES,
      tags: ['Webhooks'],
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { '2XX': { description: 'O evento chegou.' } },
    }
    return [type, { post }] as const
  })
  return Object.fromEntries(entries)
}

function labelOf(type: string): string {
  const { data: name } = CampaignEventName.safeParse(type)
  return name ? campaignEventLabels[name] : 'Um teste'
}

const WEBHOOK_RULES =
  'Assinado como Standard Webhooks: os cabeçalhos webhook-id, webhook-timestamp e webhook-signature. Um evento pode chegar mais de uma vez, sempre com o mesmo webhook-id.'

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

const idempotencyHeader: Json = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description:
    'O mesmo pedido com a mesma chave é feito uma vez só: por 24 horas, recebe a primeira resposta.',
  schema: toSchema(IdempotencyKey),
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return []
  const { properties = {}, required = [] } = objectShape.parse(toSchema(query))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

export const objectShape = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

function requestBody(endpoint: Endpoint): Json {
  const { body, fileField } = endpoint
  if (body) {
    const example = exampleBody(endpoint)
    const json = { 'application/json': { schema: toSchema(body), example } }
    const content = fileField === undefined ? json : { ...json, ...formContent(endpoint) }
    return { requestBody: { required: !body.safeParse({}).success, content } }
  }
  if (fileField === undefined) return {}
  return { requestBody: { required: true, content: formContent(endpoint) } }
}

function formContent({ form, fileField = '' }: Endpoint): Json {
  const { properties = {}, required = [] } = objectShape.parse(form ? toSchema(form) : {})
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const schema = {
    type: 'object',
    properties: { [fileField]: file, ...properties },
    required: [fileField, ...required],
  }
  return { 'multipart/form-data': { schema } }
}

function answers(endpoint: Endpoint): Json {
  const entries = Object.entries(endpoint.answers).map(([status, answer]) => {
    if (answer === null) return [status, { description: 'Sem conteúdo.' }] as const
    const content =
      typeof answer === 'string'
        ? { [answer]: { schema: { type: 'string' } } }
        : { 'application/json': { schema: toSchema(answer) } }
    return [status, { description: endpoint.summary, content }] as const
  })
  return Object.fromEntries(entries)
}

/** One answer per status: `code` separates the failures of one status. */
function errors(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodesOf(endpoint)) {
    const status = endpoint.dialect ? evolutionStatusOf(code) : errorCatalogue[code].status
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const schema = endpoint.dialect ? evolutionErrorReference : errorReference
  const described = [...byStatus]
    .filter(([status]) => !(status in endpoint.answers))
    .map(([status, codes]) => {
      const description = codes
        .map((code) => `\`${code}\`: ${errorCatalogue[code].text}`)
        .join('\n')
      const examples = Object.fromEntries(codes.map((code) => [code, exampleError(endpoint, code)]))
      return [status, { description, content: { 'application/json': { schema, examples } } }]
    })
  return Object.fromEntries(described)
}

function exampleError({ dialect, path }: Endpoint, code: ErrorCode): Json {
  const error = new AppError(code, 'example')
  return { value: dialect ? evolutionFailure(error, path).body : error.toJson() }
}

/** The JSON schema of a schema's wire form: of a codec, its outer side. */
export function toSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}
