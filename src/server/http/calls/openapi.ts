import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contracts/call.ts'
import { allCalls } from '#contracts/table.ts'
import { escapeHtml } from '#domain/escape-html.ts'

type Schema = { readonly [key: string]: unknown }
type Named = { readonly topic: string; readonly name: string; readonly call: Call }

/** What every call may answer besides its reply; the schema says it once. */
const refusalSchema: Schema = {
  type: 'object',
  required: ['isSuccess', 'errorMessage'],
  properties: {
    isSuccess: { const: false },
    errorMessage: { type: 'string' },
    requestId: { type: 'string', description: 'With 500 only: ties the answer to its line in the log.' },
  },
}
const resetSchema: Schema = { type: 'object', required: ['IsReset'], properties: { IsReset: { const: true } } }
const refusals: { readonly [status: string]: string } = {
  '400': 'Malformed JSON, wrong field types, or a card number where none may be',
  '403': 'Sent from a page of another site',
  '413': 'The body is too large',
  '415': 'The body is no JSON',
  '422': 'The Idempotency-Key was used for another request',
  '500': 'A fault of the server',
  '503': 'Overloaded or starting; try again after Retry-After seconds',
}

/** The calls of the table as an OpenAPI 3.1 document. */
export function openapiDocument(): Schema {
  const paths: { [path: string]: { [method: string]: Schema } } = {}
  for (const named of allCalls()) {
    const { method, path } = named.call.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cartwright',
      version: '1',
      description: 'The calls a storefront makes. A session comes with any page; its cookie goes with every call.',
    },
    paths,
    components: {
      schemas: { Refusal: refusalSchema, Reset: resetSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  }
}

function operation({ topic, name, call }: Named): Schema {
  const { rules, route } = call
  const input = schemaOf(call.input, 'input')
  const ok = { anyOf: [schemaOf(call.reply, 'output'), { $ref: '#/components/schemas/Reset' }] }
  return {
    operationId: `${topic}.${name}`,
    tags: [topic],
    description: call.rows,
    ...(rules.session === 'required' ? { security: [{ session: [] }] } : {}),
    parameters: [...(route.method === 'GET' ? queryOf(input) : []), ...headersOf(call)],
    ...(route.method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : {}),
    responses: {
      '200': { description: 'The answer, or IsReset', content: { 'application/json': { schema: ok } } },
      ...Object.fromEntries(Object.entries(refusals).map(([status, description]) => [status, refusalOf(description)])),
    },
  }
}

function refusalOf(description: string): Schema {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } }
}

function headersOf({ rules }: Call): Schema[] {
  const text = { type: 'string' }
  return [
    ...(rules.token ? [{ in: 'header', name: 'RequestVerificationToken', required: true, schema: text }] : []),
    ...(rules.key ? [{ in: 'header', name: 'Idempotency-Key', required: false, schema: text }] : []),
  ]
}

function queryOf(schema: Schema): Schema[] {
  const required = new Set((schema.required as readonly string[] | undefined) ?? [])
  return Object.entries((schema.properties as { [name: string]: Schema } | undefined) ?? {}).map(([name, of]) => ({
    in: 'query',
    name,
    required: required.has(name),
    schema: of,
  }))
}

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema & {
    $schema?: unknown
  }
  return schema
}

/** GET /openapi.json, and a page to read it without any script. */
export function openapiRoutes(app: FastifyInstance): void {
  let json: string | undefined
  let html: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(openapiDocument())
    return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }).send(json)
  })
  app.get('/openapi', (_request, reply) => {
    html ??= referencePage()
    return reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(html)
  })
}

function referencePage(): string {
  const details = allCalls().map(({ topic, name, call }) => {
    const shapes = { sent: schemaOf(call.input, 'input'), answered: schemaOf(call.reply, 'output') }
    const { method, path } = call.route
    const summary = `<summary><code>${method} ${path}</code> ${topic}.${name}</summary>`
    return `<details>${summary}<p>${escapeHtml(call.rows)}</p><pre>${escapeHtml(JSON.stringify(shapes, null, 2))}</pre></details>`
  })
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
  return `<!doctype html><html lang="en"><head>${head}<title>Calls</title></head><body><h1>Calls</h1><p><a href="/openapi.json">OpenAPI 3.1</a></p>${details.join('')}</body></html>`
}
