import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../../src/contract/api/calls.ts'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import { errorCatalogue } from '../../../src/contract/errors.ts'
import { evolutionStatusOf } from '../../../src/contract/gateways/evolution.ts'
import { anApp } from '../../support/http/app.ts'

const endpoints: readonly Endpoint[] = Object.values(api)

const Content = z.object({
  examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
})
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: z
    .object({
      required: z.boolean(),
      content: z.record(z.string(), z.looseObject({ example: z.unknown().optional() })),
    })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.record(z.string(), Content).optional() }),
  ),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

async function theDocument() {
  const { request } = await anApp()
  return Document.parse(await (await request('/openapi.json')).json())
}

describe('the API document', () => {
  test('has every call of the contract and no other', async () => {
    const { paths } = await theDocument()
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    )
    const written = endpoints.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path}`),
    )
    expect(documented.sort()).toEqual(written.sort())
  })

  test('names every parameter, answer and error', async () => {
    const { paths } = await theDocument()
    for (const endpoint of endpoints) {
      for (const method of endpoint.methods) {
        const operation = paths[endpoint.path]?.[method]
        const inPath = operation?.parameters.filter((each) => each.in === 'path') ?? []
        expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? [])
        for (const status of Object.keys(endpoint.answers)) {
          expect(operation?.responses[status], `${endpoint.path} ${status}`).toBeDefined()
        }
        for (const code of endpoint.errors) {
          const { text } = errorCatalogue[code]
          const status = endpoint.dialect ? evolutionStatusOf(code) : errorCatalogue[code].status
          expect(operation?.responses[status]?.description).toContain(`\`${code}\`: ${text}`)
        }
        const key = endpoint.dialect ? [{ apikey: [] }] : undefined
        expect(operation?.security).toEqual(endpoint.isPublic ? [] : key)
      }
    }
  })

  test('shows of every body an example that the call takes', async () => {
    const { paths } = await theDocument()
    for (const { path, methods, body } of endpoints) {
      if (!body) continue
      for (const method of methods) {
        const shown = paths[path]?.[method]?.requestBody?.content['application/json']?.example
        expect(shown, `${method} ${path}`).toBeDefined()
        expect(body.safeParse(shown).error, `${method} ${path}`).toBeUndefined()
      }
    }
  })

  test('shows every error as it is answered', async () => {
    const { paths } = await theDocument()
    const campaign = paths['/api/campaigns/{id}']?.get?.responses['404']
    expect(campaign?.content?.['application/json']?.examples).toEqual({
      campaign_not_found: {
        value: {
          error: 'Campanha não encontrada.',
          message: 'Campanha não encontrada.',
          code: 'campaign_not_found',
        },
      },
    })
    const instance = paths['/gateway/instance/connectionState/{name}']?.get?.responses['401']
    expect(instance?.content?.['application/json']?.examples).toEqual({
      apikey_refused: {
        value: {
          status: 401,
          error: 'Unauthorized',
          response: { message: 'A apikey está ausente ou não é válida.' },
        },
      },
    })
  })

  test('gives every operation an id of its own', async () => {
    const { paths } = await theDocument()
    const ids = Object.values(paths).flatMap((each) =>
      Object.values(each).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^[A-Za-z0-9]+$/.test(id))).toBe(true)
  })

  test('shows bodies as the wire has them', async () => {
    const { paths } = await theDocument()
    const body = paths['/api/campaigns']?.post?.requestBody
    expect(body).toMatchObject({
      required: true,
      content: {
        'application/json': {
          schema: {
            required: ['name'],
            properties: { texto: expect.anything(), delay: expect.anything() },
          },
        },
      },
    })
    const sent = paths['/gateway/message/sendMedia/{name}']?.post?.requestBody?.content
    expect(sent?.['multipart/form-data']).toMatchObject({
      schema: { required: ['file', 'number', 'mediatype'] },
    })
    const form = paths['/api/contacts/import']?.post?.requestBody?.content
    expect(form).toMatchObject({
      'multipart/form-data': {
        schema: { required: ['file'], properties: { on_duplicate: { enum: ['keep', 'update'] } } },
      },
    })
    expect(paths['/api/baileys/keep-alive']?.post?.requestBody?.required).toBe(false)
  })
})

describe('the pages', () => {
  test.each([
    ['/', '<title>Servidor · disparo</title>'],
    ['/docs', '<title>Documentação da API · disparo</title>'],
  ])('at %s is a whole document', async (path, title) => {
    const { request } = await anApp()
    const response = await request(path)
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(html).toMatch(/^<!doctype html><html lang="pt-BR">/)
    expect(html).toContain(title)
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/ style="/)
  })

  test('have a style sheet that the content policy allows', async () => {
    const { request } = await anApp()
    const response = await request('/docs')
    const style = /<style>(.*?)<\/style>/s.exec(await response.text())?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(style).toContain('--gold')
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  })

  test('for readers name every path and its errors', async () => {
    const { request } = await anApp()
    const html = await (await request('/docs')).text()
    for (const { path, errors } of endpoints) {
      expect(html).toContain(`<code>${path}</code>`)
      for (const code of errors) expect(html).toContain(`<code>${code}</code>`)
    }
    expect(html).toContain('horário com fuso')
    expect(html).toContain('Promoção de novembro')
  })

  test('for readers lead from a list of subjects to each of them', async () => {
    const { request } = await anApp()
    const html = await (await request('/docs')).text()
    const anchors = [...html.matchAll(/<a href="#([^"]+)"/g)].map(([, anchor]) => anchor)
    expect(new Set(anchors).size).toBe(anchors.length)
    expect(anchors).toContain('campanhas')
    expect(anchors).toEqual([...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id))
  })
})
