import { expect } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import type { World } from '#test/world.ts'

/** Where the registrant of a test lives; no other test lives there, so its words are found wherever they leak. */
export const registrantAddress = {
  address1: '742 Evergreen Terrace',
  address2: 'Apartment 9q',
  city: 'Portland',
  state: 'OR',
  postalCode: '97205',
  phone: '503-555-0142',
} as const

/** What of that home a giver must never see. */
export const registrantSecrets = ['742 Evergreen', 'Apartment 9q', '97205', '5550142', '555-0142'] as const

export const couple = { firstName: 'Ann', lastName: 'Bell', partnerName: 'Ben Cole' } as const

export type Registry = {
  readonly owner: TestShopper
  readonly ownerEmail: string
  readonly grId: number
  /** Path of its shared link. */
  readonly link: string
  readonly shareId: string
}

/** A member makes a registry by its form and wishes for pieces of some skus. */
export async function newRegistryOf(
  world: World,
  wishes: readonly { readonly sku: number; readonly quantity: number }[],
  fields: { readonly [name: string]: string } = {},
): Promise<Registry> {
  const { shopper: owner, email: ownerEmail } = await newMember(world)
  await owner.get('/gift-registry/create')
  const form = {
    registryType: 'br',
    eventDate: '2026-06-12',
    ...couple,
    isPublic: 'true',
    ...registrantAddress,
    ...fields,
  }
  const answer = await owner.submit('/gift-registry/create', form)
  const grId = Number(String(answer.headers.location).split('/').at(-1))
  expect(grId).toBeGreaterThan(0)
  if (wishes.length > 0) {
    const items = wishes.map(({ sku, quantity }) => ({ Sku: sku, Quantity: quantity, GrId: grId }))
    expect(await owner.call('registry', 'addItems', { items })).toMatchObject({ isSuccess: true })
  }
  const { page } = await owner.page(`/gift-registry/registrant-list/${grId}`)
  if (page.name !== 'registrantList') throw new Error(`The registry is a page ${page.name}`)
  const link = page.registries[0]?.sharedUrl ?? ''
  return { owner, ownerEmail, grId, link, shareId: link.split('/').at(-1) ?? '' }
}

/** What the page of a shared link says of a sku: wished for, bought, being bought. */
export async function countsOf(shopper: TestShopper, link: string, sku: number) {
  const { page } = await shopper.page(link)
  if (page.name !== 'giftRegistry') throw new Error(`${link} is a page ${page.name}`)
  const item = page.registry.items.find((one) => one.sku === sku)
  return item && { wanted: item.wanted, bought: item.bought, held: item.held }
}

/** Puts a piece of a shared registry into the cart by the page's own form; answers where that leads. */
export async function give(
  shopper: TestShopper,
  link: string,
  sku: number,
  quantity = 1,
  designId = '',
): Promise<string> {
  await shopper.page(link)
  const shareId = link.split('/').at(-1) ?? ''
  const answer = await shopper.submit('/gift-registry/buy', {
    shareId,
    sku: `${sku}`,
    quantity: `${quantity}`,
    designId,
  })
  return String(answer.headers.location)
}

/** Makes a registry by its form; answers its number. */
export async function createRegistry(
  shopper: TestShopper,
  fields: { readonly [name: string]: string } = {},
): Promise<number> {
  await shopper.get('/gift-registry/create')
  const form = { registryType: 'br', eventDate: '2026-06-12', ...couple, ...fields }
  const answer = await shopper.submit('/gift-registry/create', form)
  const to = String(answer.headers.location)
  expect([answer.statusCode, to]).toEqual([303, expect.stringMatching(/^\/gift-registry\/registrant-list\/\d+$/)])
  return Number(to.split('/').at(-1))
}

/** A member with a registry on which nothing is. */
export async function registryOwner(world: World): Promise<{ shopper: TestShopper; grId: number }> {
  const { shopper } = await newMember(world)
  return { shopper, grId: await createRegistry(shopper) }
}

export function registryListOf(shopper: TestShopper, page = '') {
  return shopper.call('registry', 'getRegistryList', { sku: sku.mug, page })
}

export function addToRegistry(shopper: TestShopper, grId: number, Quantity = 1, Sku: number = sku.mug) {
  return shopper.call('registry', 'addItems', { items: [{ Sku, Quantity, GrId: grId }] })
}

const storedItems = statement<{ grId: number; sku: number; wanted: number }>(
  'test.kept-items',
  'select gr_id as "grId", sku, wanted from registry_item where gr_id = any($1::bigint[]) order by gr_id, sku',
)

/** What is on these registries, as it is stored. */
export function storedItemsOf(world: World, ...grIds: number[]) {
  return world.database.rows(storedItems, [grIds])
}
