import { expect, test } from 'vitest'
import { allCalls } from '#contracts/table.ts'
import { callsReference } from './calls-reference.ts'
import { openapiDocument } from './openapi.ts'

type Operation = {
  readonly parameters: readonly { readonly in: string; readonly name: string }[]
  readonly responses: object
}
const paths = openapiDocument().paths as { readonly [path: string]: { readonly [method: string]: Operation } }

test('the OpenAPI document has every call of the table under its method and path, and nothing else', () => {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const declared = allCalls().map(({ call }) => `${call.route.method} ${call.route.path}`)
  expect(described.sort()).toEqual(declared.sort())
})

test('OPEN-04, OPEN-07: a POST names its token and its key', () => {
  const headers = paths['/ReactCart/AddItems']?.post?.parameters.map((each) => each.name)
  expect(headers).toEqual(['RequestVerificationToken', 'Idempotency-Key'])
})

test("a GET's input stands in the query", () => {
  const names = paths['/ReactCart/GetAvailability']?.get?.parameters.map((each) => `${each.in} ${each.name}`)
  expect(names).toEqual(['query sku', 'query zipCode', 'query locationId'])
})

test('the reference page has a line for every call, with what its first known row says', () => {
  const text = callsReference((id) => (id === 'CART-07' ? '**Removal.** Takes a line away. More of it.' : ''))
  for (const { name, call } of allCalls())
    expect(text).toContain(`\n| ${name} | \`${call.route.method} ${call.route.path}\` | `)
  expect(text).toContain(
    '| removeItem | `POST /ReactCart/RemoveItem` | Takes a line away. | `lineItemId` | session, token, key | OPEN-29 CART-07 |',
  )
})
