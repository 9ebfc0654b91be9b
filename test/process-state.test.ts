import { expect, test } from 'vitest'
import { isTest, sourceFiles } from './source-tree.ts'
import { tableOwners } from './table-owners.ts'

/**
 * What a module holds for as long as its process lives and changes meanwhile, and why that may be: each has a bound, and a
 * second process has one of its own, with nothing in it that the first would miss.
 */
const ofProcess: { readonly [place: string]: string } = {
  'src/domain/catalog/search-words.ts: others': 'filled where it is declared: the words of a constant list',
  'src/domain/days.ts: storeClock': 'one formatter, made at its first use',
  'src/domain/holidays.ts: known':
    'one list for each year and country that is asked for: computed, the same everywhere',
  'src/domain/payment/base64-in-text.ts: values': 'the 64 letters and their values, never changed',
  'src/domain/payment/digit-runs.ts: known': 'at most 2,000 characters with their kind',
  'src/server/account/most-used-password.ts: known': 'one list of 49,000 words, read at its first use',
  'src/server/account/password.ts: inTurn': 'turns for the processor: hashes that are computed at once',
  'src/server/account/sessions/session-beside-store.ts: made': 'as many statements as are declared',
  'src/server/account/sessions/session-proof-store.ts: made': 'as many statements as lock',
  'src/server/db/connection.ts: looking': 'as many as there are connections',
  'src/server/db/connection.ts: texts': 'as many statements as are declared',
  'src/server/db/connection.ts: unprepared': 'as many as there are connections',
  'src/server/order/mail/receipt-faces.ts: opened': 'the faces of a receipt, two for each brand and role',
  'src/server/personalization/outlines.ts: opened': 'the fonts of the catalogue of fonts',
  'src/server/providers/card-gateway/webhooks.ts: validator': 'one reader of signatures, loaded with the first webhook',
  'src/server/watch/traces/tracing.ts: tracer': 'who keeps traces, said once at the start',
  'src/server/registry/registry-picture.ts: inTurn': 'turns for the memory: one picture is decoded at a time',
}

const files = sourceFiles('src').filter(({ path }) => !isTest(path) && /^src\/(domain|contracts|server)\//.test(path))

/** Names that a module declares for itself and changes later: a `let`, a collection that is put into, turns. */
function changingNames(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?let (\w+)/gm)].map((found) => found[1] ?? '')
  const collections = [
    ...text.matchAll(/^(?:export )?const (\w+)(?:: [^=\n]+)? = (?:new \w*(?:Map|Set|Cache)\b|\[\]|\{\})/gm),
  ]
    .map((found) => found[1] ?? '')
    .filter((name) => new RegExp(`\\b${name}(?:\\.(?:set|add|delete|push|clear)\\(|\\[[^\\]]+\\] = )`).test(text))
  const made = [
    ...text.matchAll(/^(?:export )?const (\w+)(?:: [^=\n]+)? = create(?:Turns|\w*Cache|\w*Limit|Throttle)\(/gm),
  ]
  return [...variables, ...collections, ...made.map((found) => found[1] ?? '')]
}

test('SPEED-16: what a process remembers in its modules has a bound, and stands here', () => {
  const found = files.flatMap(({ path, text }) => changingNames(text).map((name) => `${path}: ${name}`))
  expect(found.sort()).toEqual(Object.keys(ofProcess).sort())
})

test('SPEED-16: such state is seen, however it is written', () => {
  for (const text of [
    'let last = 0\n',
    'const known = new Map<string, number>()\nfunction f() {\n  known.set("a", 1)\n}\n',
    'export const seen: Set<string> = new Set()\nconst f = () => seen.add("a")\n',
    'const held = new LRUCache<string, string>({ max: 5 })\nheld.set("a", "b")\n',
    'const list: string[] = []\nconst f = () => list.push("a")\n',
    'const limit = createAddressLimit(5)\n',
  ]) {
    expect(changingNames(text), text).toHaveLength(1)
  }
  expect(
    changingNames('const names = new Set(["a"])\nfunction f() {\n  const own = new Map()\n  own.set(1, 2)\n}\n'),
  ).toEqual([])
})

test('SPEED-16: no cache is emptied by hand: what is old is told by its version', () => {
  const emptied = files.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\b(?:invalidate|purge|evict|(?:clear|empty|reset|drop|flush)\w*(?:Cache|Index|Facts|Pages?))\w*\(/gi,
      ),
    ].map((found) => `${path}: ${found[0]}`),
  )
  expect(emptied).toEqual([])
})

test('SPEED-16: a cart is changed by the stores of the cart alone', () => {
  for (const table of ['cart', 'cart_line', 'cart_payment', 'cart_tender', 'recipient']) {
    expect(tableOwners[table]).toEqual({ owner: 'cart' })
  }
  // the statements that write a line, and those that write the cart itself: one place each
  const writers = (table: string) =>
    files.filter(({ text }) => new RegExp(`\\binsert into shop\\.${table}\\b`).test(text)).map(({ path }) => path)
  expect(writers('cart_line')).toHaveLength(1)
  expect(writers('cart')).toHaveLength(1)
})
