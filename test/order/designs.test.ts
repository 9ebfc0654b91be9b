import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { exportDesigns } from '#server/order/export/export-designs.ts'
import { exportOrders } from '#server/order/export/export-orders.ts'
import { orderMail } from '#server/order/mail/order-mail.ts'
import { readOrderRecord } from '#server/order/order-record-store.ts'
import { confirmationReply } from '#server/order/order-view.ts'
import { snapshotOf } from '#server/order/stored-order.ts'
import { item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { order } from '#test/order/place.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const wordsOnLine = statement(
  'test.words-on-line',
  `update shop.cart_line l set personalization = from_cart.personalization
   from (select personalization from shop.cart_line where personalization is not null limit 1) from_cart
   where l.shopper_id = $1`,
)
const lastOrder = statement<{ orderId: string }>(
  'test.last-order',
  'select order_id as "orderId" from shop.orders where shopper_id = $1',
)

describe('BEYOND-09: what was seen is what is made', () => {
  test('preview, cart, confirmation, mail and production file are of one hash', async () => {
    const visitor = world.shopper()
    const lines = [{ elementName: 'Text1', text: 'Isabella' }]
    const asked = { sku: sku.towel, templateName: 'Monogram', lines }
    const { imageUrl } = await visitor.call('personalization', 'renderDesign', asked)
    const design = { templateName: 'Monogram', sku: sku.towel, personalization: lines }
    const { personalizationUuid } = await visitor.call('personalization', 'saveDesign', { design })
    const items = [item(sku.towel, 1, { IsPersonalized: true, PersonalizationId: personalizationUuid })]
    await visitor.call('cart', 'addItems', { items })

    const tokens = [await cardToken(world)]
    const { shopperId } = await insertCart(world.database, { lines: [{ sku: sku.towel, quantity: 2 }], tokens })
    await world.database.count(wordsOnLine, [shopperId])
    expect((await order(world.shop.orders, shopperId)).kind).toBe('placed')
    const { orderId = '' } = (await world.database.row(lastOrder, [shopperId])) ?? {}
    const record = await readOrderRecord(world.database, { shopperId, orderId })
    const confirmation = confirmationReply(record!, (key) => key, world.shop.orders)
    const hash = imageUrl.slice(-36, -4)
    expect(confirmation.items).toMatchObject([{ imagePath: imageUrl, personalization: { designHash: hash } }])

    const mail = await orderMail({
      ...{ brand: 'CB', country: 'US', currency: 'USD', orderNumber: 'X', origin: 'https://cb.example' },
      seller: confirmation.seller,
      ...{ placedAt: new Date(), billingAddress: null, payments: [], summary: {} },
      items: confirmation.items,
      recipients: snapshotOf(record!).recipients,
    })
    expect(mail.html).toContain(`https://cb.example/personalization/image/${hash}.jpg`)

    const folder = mkdtempSync(join(tmpdir(), 'designs-'))
    for await (const line of exportOrders(world.database, new Date(0), new Date(Date.now() + 60_000))) {
      expect(JSON.parse(line).lines[0].personalization.designHash).toBe(hash)
      expect(await exportDesigns(world.database, line, folder)).toEqual([`${hash}.svg`])
    }
    expect(readdirSync(folder)).toEqual([`${hash}.svg`])
    const file = readFileSync(join(folder, `${hash}.svg`), 'utf8')
    const picture = (await visitor.get(imageUrl)).body
    expect(file).toContain(`data-hash="${hash}"`)
    const outline = / d="(M[^"]+Z)"/.exec(file)?.[1] ?? 'none'
    expect(picture).toContain(outline)
  })

  test('an order without personalization writes no file', async () => {
    const folder = join(tmpdir(), 'designs-never-made')
    const plain = JSON.stringify({ state: 'placed', lines: [{ personalization: null }] })
    expect(await exportDesigns(world.database, plain, folder)).toEqual([])
  })

  test('OPEN-118: nothing is made for an order that was cancelled', async () => {
    const folder = join(tmpdir(), 'designs-never-made')
    const lines = [{ personalization: { designHash: 'of no design' } }]
    const exported = (state: string) => exportDesigns(world.database, JSON.stringify({ state, lines }), folder)
    expect(await exported('cancelled')).toEqual([])
    await expect(exported('placed')).rejects.toThrow('cannot be made')
  })
})
