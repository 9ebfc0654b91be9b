import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccount } from '#server/account/account-store.ts'
import { readTaxExempt } from '#server/checkout/tax-exemption-store.ts'
import { statement } from '#server/db/database.ts'
import { jsonLinesFile } from '#test/builders/json-lines.ts'
import { shippingFees } from '#test/builders/rates.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { newFolder, run } from './server.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

const folder = newFolder()
const fileOf = (...lines: readonly unknown[]) => jsonLinesFile(folder, lines)
const command = (program: string, ...words: readonly string[]) =>
  run([program, ...words], { DATABASE_URL: testDatabase.url })
const codes = statement<{ code: string }>('test.codes', 'select code from shop.promo order by 1')

test('OPEN-72: promotions:import names every fault, tries dry, and takes over', async () => {
  const promotions = (...words: readonly string[]) => command('src/server/promo/promotions-import-cli.ts', ...words)
  const file = fileOf({ code: 'TEN', kind: 'percent', percent: 10 })
  const refused = await promotions(fileOf('{', { code: 'X', kind: 'freeShipping' }))
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/line 1: .*\n {2}line 2, code: .*3 to 40/) })
  expect(refused.said).toContain('Nothing was taken over.')
  expect((await promotions()).said).toContain('npm run promotions:import')
  expect(await promotions('--dry-run', file)).toEqual({
    code: 0,
    said: 'New: TEN. Changed: none. As before: none.\nA dry run: nothing was taken over.\n',
  })
  expect(await testDatabase.database.rows(codes)).toEqual([])
  expect(await promotions(file)).toEqual({ code: 0, said: 'New: TEN. Changed: none. As before: none.\n' })
  expect(await testDatabase.database.rows(codes)).toEqual([{ code: 'TEN' }])
})

test('OPEN-78: accounts:import makes no account, names the line, and says what it marked', async () => {
  const accounts = (...words: readonly string[]) =>
    command('src/server/account/import/accounts-import-cli.ts', ...words)
  const file = fileOf({ email: 'buyer@example.com', isTaxExempt: true })
  const refused = await accounts(file)
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringContaining('line 1, email: no account has this address'),
  })
  const shopperId = randomUUID()
  const names = { firstName: 'Ada', lastName: 'Byron', passwordHash: null }
  const address = { email: 'buyer@example.com', emailKey: 'buyer@example.com' }
  await insertAccount(testDatabase.database, { shopperId, ...address, ...names })
  expect(await accounts('--dry-run', file)).toEqual({
    code: 0,
    said: 'Exempt: buyer@example.com. Exempt no more: none. As before: 0.\nA dry run: nothing was taken over.\n',
  })
  expect(await readTaxExempt(testDatabase.database, shopperId)).toBe(false)
  expect((await accounts(file)).code).toBe(0)
  expect(await readTaxExempt(testDatabase.database, shopperId)).toBe(true)
})

test('OPEN-79: rates:import tries dry, and takes over', async () => {
  const rates = (...words: readonly string[]) => command('src/server/shipping/rates-import-cli.ts', ...words)
  const { flatCents, ...fees } = shippingFees
  const line = {
    ...{ brand: 'CB', country: 'US', ...fees, capCents: 9_900 },
    ...{ localInHomeCents: flatCents[6], longDistanceInHomeCents: flatCents[7] },
    ...{ basicFreightCents: flatCents[8], giftCardCents: flatCents[9] },
  }
  const said = 'Changed: CB US. As before: none.\n'
  const dry = { code: 0, said: `${said}A dry run: nothing was taken over.\n` }
  expect(await rates('--dry-run', fileOf(line))).toEqual(dry)
  expect(await rates('--dry-run', fileOf(line))).toEqual(dry)
  expect(await rates(fileOf(line))).toEqual({ code: 0, said })
  expect((await rates(fileOf({ ...line, capCents: 0.5 }))).said).toMatch(/line 1, capCents: .*\nNothing was taken over/)
})
