import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import type { DocumentedCall } from '../../pages/docs.tsx'
import { exampleBody } from './api-examples.ts'
import { errorCodesOf, objectShape, toSchema } from './openapi.ts'

type Field = DocumentedCall['fields'][number]

/** The calls as the documentation page shows them. */
export function documentedCalls(endpoints: readonly Endpoint[]): DocumentedCall[] {
  return endpoints.map((endpoint) => {
    const { methods, path, summary, tag, isPublic, query, body, form, fileField } = endpoint
    const isRequired = body === undefined
    const file = { name: fileField ?? '', place: 'formulário', type: 'arquivo', isRequired }
    return {
      ...{ methods, path, summary, tag },
      ...(isPublic && { isPublic }),
      fields: [
        ...fieldsOf(query, 'endereço'),
        ...fieldsOf(body, 'corpo'),
        ...(fileField === undefined ? [] : [file]),
        // Where a body may name the file instead, the form's fields are those of the body.
        ...(body ? [] : fieldsOf(form, 'formulário')),
      ],
      ...(body && { example: JSON.stringify(exampleBody(endpoint), null, 2) }),
      errors: errorCodesOf(endpoint),
    }
  })
}

function fieldsOf(schema: z.ZodType | undefined, place: string): Field[] {
  if (!schema) return []
  const { properties = {}, required = [] } = objectShape.parse(toSchema(schema))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    place,
    type: typeText(property),
    isRequired: required.includes(name),
  }))
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'número inteiro',
  boolean: 'true ou false',
  array: 'lista',
  object: 'objeto',
  null: 'null',
}

type Shape = {
  readonly type?: string | readonly string[] | undefined
  readonly format?: string | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly anyOf?: readonly unknown[] | undefined
}

const Shape: z.ZodType<Shape> = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})

function typeText(schema: unknown): string {
  const { type = '', format, enum: values, anyOf } = Shape.parse(schema)
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(' ou ')
  if (values) return values.map((value) => `"${value}"`).join(', ')
  if (format === 'date-time') return 'horário com fuso'
  const names = [type].flat().map((name) => typeNames[name] ?? 'qualquer valor')
  return names.join(' ou ')
}
