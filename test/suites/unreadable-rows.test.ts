import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Address } from '#domain/address/address.ts'
import { variants } from '#domain/variant.ts'
import { takeIdentityFlow } from '#server/account/identity-provider-store.ts'
import { readAccountAddresses, saveAccountAddress } from '#server/address/account-address-store.ts'
import { statement } from '#server/db/database.ts'
import { readKey } from '#server/http/calls/request-keys.ts'
import { exportDesigns } from '#server/order/export/export-designs.ts'
import { processWebhooks } from '#server/order/payment/receive-webhook.ts'
import { readDesign } from '#server/personalization/design-picture-store.ts'
import { readRegistryDesigns } from '#server/personalization/registry-design-store.ts'
import { findShared } from '#server/registry/public-registry-store.ts'
import { insertRegistry, readRegistries } from '#server/registry/registry-store.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let shopperId: string
const log: string[] = []
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => log.push(line) })
  const { shopper } = await newMember(world)
  shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
})
afterAll(() => world.close())

const home: Address = {
  ...{ firstName: 'Ada', lastName: 'Byron', companyName: '', address1: '1 Analytical Way', address2: '' },
  ...{
    city: 'Oak Brook',
    state: 'IL',
    postalCode: '60523',
    country: 'US',
    phone: '6305550100',
    email: 'ada@example.com',
  },
}
const run = (name: string, sql: string, values: readonly (string | number | Buffer)[]) =>
  world.database.count(statement(`test.unreadable-${name}`, sql), values)
/** Ids without digits: the log masks what may be a card, and one random id in thirty has enough of them in a row. */
const ids = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'] as const
const logged = (fault: string) => log.filter((line) => line.includes(`Stored JSON of ${fault}`)).length

test('SHIP-04: an address that cannot be read is left out of the address book, and a person is told which', async () => {
  const [good, bad] = ids
  await world.database.transaction(async (tx) => {
    await saveAccountAddress(tx, shopperId, { addressId: bad, address: { ...home, city: 'Spoilt' } })
    await saveAccountAddress(tx, shopperId, { addressId: good, address: home })
  })
  await run('address', `update shop.account_address set address = address - 'city' where address_id = $1`, [bad])
  expect(await readAccountAddresses(world.database, shopperId)).toEqual([{ addressId: good, address: home }])
  expect(logged(`shop.account_address.address of ${bad} is not what it should be: city (invalid_type)`)).toBe(1)
})

test('REG-31: a registry that cannot be read is left out of the list; its own page is a fault', async () => {
  const owner = { shopperId, variant: variants.cb }
  const registry = {
    registryType: 'br',
    eventType: 'Wedding',
    listType: 1,
    eventDate: '2027-05-01',
    ...{ ownerNames: 'Ada', firstName: '', lastName: 'Ada', partnerName: '' },
    isPublic: true,
  } as const
  const bad = await insertRegistry(world.database, owner, { ...registry, address: home })
  const good = await insertRegistry(world.database, owner, { ...registry, address: null })
  await run('registry', `update shop.registry set address = '"here"' where gr_id = $1`, [bad])
  expect((await readRegistries(world.database, owner)).map(({ grId }) => grId)).toEqual([good])
  const fault = `shop.registry.address of ${bad} is not what it should be: all of it (invalid_type)`
  expect(logged(fault)).toBe(1)
  const share = statement<{ id: string }>('test.share', 'select share_id as id from shop.registry where gr_id = $1')
  const shareId = (await world.database.row(share, [bad]))!.id
  await expect(findShared(world.database, shareId, variants.cb)).rejects.toThrow(fault)

  const insert = `insert into shop.saved_design (shopper_id, design_id, brand, country, sku, quantity, order_type, profile_guid,
     personalization_type, template_name, location_name, lines, in_registry_at, gr_id, wanted)
   values ($1, $2, 'CB', 'US', $5, 1, '', '', 700, 'Monogram', '', $3, now(), $4, 1)`
  const [words, spoilt] = ids
  const lines = [{ elementName: 'Text1', text: 'Ann', textColor: '', font: 'Serif' }]
  await run('design', insert, [shopperId, words, JSON.stringify(lines), good, sku.towel])
  await run('design', insert, [shopperId, spoilt, JSON.stringify([{ text: 'Ann' }]), good, sku.towel])
  expect(await readRegistryDesigns(world.database, shopperId, [good])).toMatchObject([{ designId: words, lines }])
  expect(logged(`shop.saved_design.lines of ${spoilt} is not what it should be: 0.elementName`)).toBe(1)
})

test('BEYOND-09: a design that cannot be read is a fault that names it', async () => {
  const hash = 'a'.repeat(32)
  await run('picture', 'insert into shop.design (hash, design) values ($1, $2)', [hash, JSON.stringify({ version: 2 })])
  await expect(readDesign(world.database, hash)).rejects.toThrow(
    `shop.design.design of ${hash} is not what it should be: version`,
  )
})

test('OPEN-96: the answer of a provider that cannot be read is a fault that names it', async () => {
  const [stateSha256, sessionSha256] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  await run(
    'identity',
    `insert into shop.identity_flow (state_sha256, session_sha256, provider, nonce, verifier, return_url, redirect_uri, response)
     values ($1, $2, 'apple', '', '', '', '', $3)`,
    [stateSha256, sessionSha256, JSON.stringify({ code: 7 })],
  )
  const taken = takeIdentityFlow(world.database, { stateSha256, sessionSha256, provider: 'apple' })
  await expect(taken).rejects.toThrow(
    'shop.identity_flow.response of apple is not what it should be: code (invalid_type)',
  )
})

test('OPEN-07: a kept answer that is none is a fault, and no answer', async () => {
  const request = { shopperId, key: 'k', methodPath: 'POST /x', sha256: Buffer.alloc(32, 3) }
  await run(
    'key',
    `insert into shop.request_key (shopper_id, key, method_path, request_sha256, state, status, body, lease_until)
     values ($1, 'k', 'POST /x', $2, 'done', 200, '[]', now())`,
    [shopperId, request.sha256],
  )
  await expect(readKey(world.database, request)).rejects.toThrow('shop.request_key.body of POST /x k')
})

test('SAFE-23: a kept event that cannot be read becomes a dead letter; one of before ownRef was kept is processed', async () => {
  const insert = `insert into shop.webhook_event (provider, event_id, body_sha256, body) values ('built-in', $1, '', $2)`
  const old = {
    ...{
      eventId: 'REPORT_AVAILABLE.R1.true',
      event: 'REPORT_AVAILABLE',
      isSuccess: true,
      reference: '',
      providerRef: 'R1',
    },
    ...{ amountCents: 0, currency: 'USD', saidAt: '2026-11-21T08:30:00Z' },
  }
  await run('event', insert, ['CAPTURE.C1.true', JSON.stringify({ ...old, event: 'CAPTURE', amountCents: '12' })])
  await run('event', insert, [old.eventId, JSON.stringify(old)])
  await processWebhooks(world.shop.orders)
  const events = statement<{ state: string; why: string | null }>(
    'test.unreadable-events',
    'select state, why from shop.webhook_event order by event_id',
  )
  const fault =
    'shop.webhook_event.body of built-in CAPTURE.C1.true is not what it should be: amountCents (invalid_type)'
  expect(await world.database.rows(events)).toEqual([
    { state: 'dead', why: `Stored JSON of ${fault}` },
    { state: 'ignored', why: null },
  ])
  expect(logged(fault)).toBe(1)
})

test('BEYOND-09: an exported order whose words cannot be read is a fault that names order and line', async () => {
  const line = {
    orderNumber: 'AB12-CD34-EF56',
    state: 'placed',
    lines: [{ personalization: null }, { personalization: 7 }],
  }
  await expect(exportDesigns(world.database, JSON.stringify(line), '')).rejects.toThrow(
    'the export of order AB12-CD34-EF56 is not what it should be: lines.1.personalization (invalid_type)',
  )
})
