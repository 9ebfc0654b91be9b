import { createHmac, randomUUID } from 'node:crypto'
import { emailKey } from '#domain/address/email.ts'
import { addDays, storeDay } from '#domain/days.ts'
import { registryTypes } from '#domain/registry/registry-types.ts'
import { allVariants, type Variant } from '#domain/variant.ts'
import { insertAccount } from '#server/account/account-store.ts'
import { type DemoAccount, markDemoAccount, readDemoAccounts } from '#server/account/demo-account-store.ts'
import { hashPassword, isPassword } from '#server/account/password.ts'
import { saveAccountAddress } from '#server/address/account-address-store.ts'
import { keyFor } from '#server/config/secrets.ts'
import type { Database, Sql, Tx } from '#server/db/database.ts'
import { saveCard } from '#server/payment/account-card-store.ts'
import { addToRegistries, makeRegistry } from '#server/registry/registry-service.ts'
import { type DemoShopper, demoAddresses, demoShoppers, demoWanted } from './shoppers.ts'

/** The password of all shoppers of the demo: of this installation's secret, so that it is written nowhere. */
export function demoPassword(secret: string): string {
  const key = keyFor(secret, 'demo-shoppers')
  const letters = createHmac('sha256', key).update('password').digest('hex').slice(0, 12)
  return `demo-${letters.replace(/(....)(?=.)/g, '$1-')}`
}

/** Makes the shoppers of the demo with all that their accounts hold (OPEN-111); the catalogue of the demo is there. */
export async function seedDemoShoppers(database: Database, secret: string, now: Date): Promise<void> {
  // one hash for all of them: a first start waits for it
  const passwordHash = await hashPassword(demoPassword(secret))
  await database.transaction(async (tx) => {
    for (const shopper of demoShoppers) await seedShopper(tx, shopper, passwordHash, now)
  })
}

async function seedShopper(tx: Tx, shopper: DemoShopper, passwordHash: string, now: Date): Promise<void> {
  const { email, firstName, lastName, isTaxExempt } = shopper
  const shopperId = randomUUID()
  const account = { shopperId, email, emailKey: emailKey(email), firstName, lastName, passwordHash }
  // the address is somebody's already: that account is not touched
  if (!(await insertAccount(tx, account))) return
  await markDemoAccount(tx, shopperId, isTaxExempt)
  for (const place of Object.values(demoAddresses)) {
    const address = { ...place, firstName, lastName, companyName: '', email }
    await saveAccountAddress(tx, shopperId, { addressId: randomUUID(), address })
  }
  for (const [nth, { kind, ...card }] of shopper.cards.entries()) {
    // a token is one shopper's: each has cards of her own
    const token = `tok_demo_${kind}_${shopperId}`
    await saveCard(tx, shopperId, { ...card, provider: 'built-in', token, isDefault: nth === 0 })
  }
  for (const variant of allVariants) await seedRegistries(tx, { shopperId, variant }, shopper, now)
}

async function seedRegistries(
  tx: Tx,
  owner: { readonly shopperId: string; readonly variant: Variant },
  { firstName, lastName, email, registries }: DemoShopper,
  now: Date,
): Promise<void> {
  const { brand, country } = owner.variant
  for (const [nth, registryType] of registries.entries()) {
    const { eventType, listType } = registryTypes[registryType]
    const address = { ...demoAddresses[country], firstName, lastName, companyName: '', email }
    const made = await makeRegistry(tx, owner, {
      ...{ registryType, eventType, listType, isPublic: true, address },
      ...{ eventDate: addDays(storeDay(now), 90 + 60 * nth), ownerNames: `${firstName} ${lastName}` },
      ...{ firstName, lastName, partnerName: '' },
    })
    if (!made.ok) throw new Error(`A registry of the demo was refused: ${made.problem.code}`)
    const adds = demoWanted[brand].map((item) => ({ ...item, grId: made.value, personalizationId: '' }))
    const added = await addToRegistries(tx, owner, adds)
    if (!added.ok) throw new Error(`Items of the demo's registries were refused: ${added.problem.code}`)
  }
}

/** Lines for the person at the terminal: who can be signed in with in development, and how; none without the demo. */
export async function demoShopperLines(sql: Sql, secret: string): Promise<string[]> {
  const accounts = await readDemoAccounts(sql)
  const [first] = accounts
  if (first === undefined) return []
  const password = demoPassword(secret)
  const isRight = await isPassword(password, first.passwordHash)
  const how = isRight ? `password ${password}` : 'their password was set by another SHOP_SECRET, or changed'
  const width = Math.max(...accounts.map(({ email }) => email.length))
  return [`Shoppers of the demo (${how}):`, ...accounts.map((one) => `  ${one.email.padEnd(width)}  ${holdsOf(one)}`)]
}

function holdsOf({ registries, cards, isTaxExempt }: DemoAccount): string {
  const count = (number: number, one: string, more: string) =>
    number === 0 ? `no ${one}` : `${number} ${number === 1 ? one : more}`
  const holds = [
    `${count(registries, 'registry', 'registries')}${registries === 0 ? '' : ' in each store'}`,
    count(cards, 'saved card', 'saved cards'),
    ...(isTaxExempt ? ['exempt from tax'] : []),
  ]
  return holds.join(', ')
}
