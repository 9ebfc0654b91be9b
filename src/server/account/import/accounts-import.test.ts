import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { jsonLinesFile } from '#test/builders/json-lines.ts'
import { makeAccount, newMember } from '#test/builders/member.ts'
import { createWorld, type World } from '#test/world.ts'
import { importAccounts } from './accounts-import.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const fileOf = (...lines: readonly unknown[]) => jsonLinesFile(world.config.dataDir, lines)
const imported = (...lines: readonly unknown[]) => importAccounts(world.database, fileOf(...lines))
const accounts = statement<{ rows: string }>(
  'test.all-accounts',
  `select json_build_object('accounts', (select json_agg(a order by email_key) from shop.account a),
     'shoppers', (select count(*) from shop.shopper)) as rows`,
)
const allAccounts = () => world.database.row(accounts)

describe('OPEN-78: a retailer exempts accounts from tax', () => {
  test('OPEN-78: the switch is offered from then on, takes the tax off, and goes with the mark', async () => {
    const { shopper, email } = await newMember(world)
    await makeAccount(world, { email: 'another@example.com' })
    await add(shopper, item(sku.mug, 4))
    await shopper.call('cart', 'applyZipCode', { zip: '60523', country: 'US' })
    await shopper.call('cart', 'checkout', {})
    const offered = async () => (await shopper.call('checkout', 'refreshCheckout', {})).isTaxExemptionOffered
    const switchOff = () => shopper.call('checkout', 'applyTaxExemption', { isTaxExemptionApplied: true })
    const another = { email: 'another@example.com', isTaxExempt: false }

    expect([await offered(), (await switchOff()).isSuccess]).toEqual([false, false])
    expect(await imported({ email: ` ${email.toUpperCase()}`, isTaxExempt: true }, another)).toEqual({
      ...{ faults: [], exempted: [email], ended: [], unchanged: ['another@example.com'] },
    })
    expect(await offered()).toBe(true)
    expect(await switchOff()).toMatchObject({ isSuccess: true, orderSummary: { tax: 0 } })

    expect(await imported({ email, isTaxExempt: true })).toMatchObject({ exempted: [], unchanged: [email] })
    expect(await imported({ email, isTaxExempt: false })).toMatchObject({ ended: [email] })
    expect([await offered(), (await switchOff()).isSuccess]).toEqual([false, false])
  })

  const good = { email: 'good@example.com', isTaxExempt: true }
  test.each([
    ['no JSON', '{', ''],
    ['an address without an account', { email: 'nobody@example.com', isTaxExempt: true }, 'email'],
    ['what is no address', { email: 'good', isTaxExempt: true }, 'email'],
    ['no mark', { email: 'good@example.com' }, 'isTaxExempt'],
    ['a mark that is none', { ...good, email: 'x@example.com', isTaxExempt: 'yes' }, 'isTaxExempt'],
    ['an account of a line before', { ...good, email: 'Good@Example.com' }, 'email'],
    ['what shoppers make themselves', { ...good, email: 'new@example.com', password: 'chosen by somebody' }, ''],
  ])(
    'OPEN-78: %s is named by line and field; nothing is taken over and no account is made',
    async (_name, line, field) => {
      if ((await world.database.rows(goodOne)).length === 0) await makeAccount(world, { email: good.email })
      const before = await allAccounts()
      expect(await imported(good, line)).toMatchObject({ exempted: [], faults: [{ line: 2, field }] })
      expect(await allAccounts()).toEqual(before)
    },
  )

  test('OPEN-78: a dry run tells what would change, and changes nothing', async () => {
    await makeAccount(world, { email: 'dry@example.com' })
    const before = await allAccounts()
    const report = await importAccounts(world.database, fileOf({ email: 'dry@example.com', isTaxExempt: true }), {
      isDryRun: true,
    })
    expect(report.exempted).toEqual(['dry@example.com'])
    expect(await allAccounts()).toEqual(before)
  })
})

const goodOne = statement('test.good-account', `select from shop.account where email_key = 'good@example.com'`)
