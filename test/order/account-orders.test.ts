import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { sku } from '#test/builders/catalog.ts'
import { makeAccount, newMember, signedIn } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { cardToken } from '#test/order/gateway.ts'
import { insertCart } from '#test/order/insert-cart.ts'
import { createWorld, type World } from '#test/world.ts'

const topics = ['mail.order-link', 'mail.claim-link']

describe('orders after the confirmation: in the account, by a mailed link, brought in from before', () => {
  let world: World
  let token: string
  beforeAll(async () => {
    // behind a proxy, so that visitors can come from several networks
    world = await createWorld({ config: { trustedProxies: ['127.0.0.1'] } })
    token = await cardToken(world)
  })
  afterAll(() => world.close())
  // all visitors of a test have one address
  beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

  /** Places an order of two mugs in this shopper's session; answers its number. */
  async function placed(shopper: TestShopper, email: string): Promise<string> {
    await shopper.get('/session')
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 2 }], tokens: [token], shopperId, email })
    return (await shopper.call('order', 'placeOrder', { adata: '' })).orderNumber
  }

  /** The links in all mails to an address, delivered now. */
  async function linksTo(email: string): Promise<string[]> {
    await deliverAll(world, topics, world.gateway.smtpPort() ?? 0)
    const inbox = `${world.gatewayOrigin}/mailbox/messages`
    const { messages } = (await (await fetch(`${inbox}?to=${email}`)).json()) as { messages: { id: number }[] }
    const mails = await Promise.all(
      messages.map(async ({ id }) => ((await (await fetch(`${inbox}/${id}`)).json()) as { text: string }).text),
    )
    return mails.flatMap((text) => /\/account\/\S+/.exec(text) ?? [])
  }
  const find = async (shopper: TestShopper, orderNumber: string, email: string) => {
    await shopper.get('/session')
    const { headers } = await shopper.submit('/account/find-order', { orderNumber, email })
    return { to: headers.location, notice: (await shopper.page('/account/find-order')).frame.notice }
  }

  test('OPEN-118: a member sees her orders with their state, and each with its receipts; nobody else does', async () => {
    const { shopper, email } = await newMember(world)
    const orderNumber = await placed(shopper, email)
    const { page } = await shopper.page('/account')
    expect(page).toMatchObject({ name: 'account', orders: [{ orderNumber, state: 'placed', pieces: 2 }] })
    const own = (await shopper.page(`/account/orders/${orderNumber}`)).page
    expect(own).toMatchObject({ name: 'accountOrder', isInAccount: true, order: { orderNumber, isPending: false } })
    const receipt = (own.name === 'accountOrder' && own.receipts?.receiptUrl) || ''
    expect((await world.shopper().get(receipt)).headers['content-type']).toBe('application/pdf')
    const { shopper: stranger } = await newMember(world)
    expect((await stranger.get(`/account/orders/${orderNumber}`)).statusCode).toBe(404)
    expect((await world.shopper().get(`/account/orders/${orderNumber}`)).statusCode).toBe(303)
  })

  test('UX-02 OPEN-118: a guest opens her order by a link that is mailed and works for a day', async () => {
    const orderNumber = await placed(world.shopper(), 'guest.one@example.com')
    const other = world.shopper()
    expect((await find(other, orderNumber, 'Guest.One@example.com')).to).toBe('/account/find-order')
    const [link = ''] = await linksTo('Guest.One@example.com')
    expect((await other.page(link)).page).toMatchObject({ name: 'accountOrder', isInAccount: false })
    const wrong = [link.replace('key=', 'key=x'), link.replace(/until=\d+/, 'until=999999999'), '/account/order']
    for (const address of wrong) {
      expect((await other.page(address)).page).toEqual({ name: 'findOrder', isEnded: true })
    }
    world.clock.turn(26 * 3_600_000)
    expect((await other.page(link)).page).toEqual({ name: 'findOrder', isEnded: true })
    world.clock.turn(-26 * 3_600_000)
  })

  test('CALM-65: an order is found by its number in any spelling', async () => {
    const email = 'guest.spelling@example.com'
    const orderNumber = await placed(world.shopper(), email)
    const bare = orderNumber.toLowerCase().replaceAll('-', '')
    const spellings = [`order #${bare}`, `Order no. ${orderNumber.replaceAll('-', ' – ')}`, ` ${bare} `]
    const notices: string[] = []
    for (const typed of spellings) notices.push((await find(world.shopper(), typed, email)).notice)
    expect(new Set(notices)).toEqual(new Set([(await find(world.shopper(), orderNumber, email)).notice]))
    const links = await linksTo(email)
    expect(links.map((link) => new URL(link, world.gatewayOrigin).searchParams.get('number'))).toEqual(
      Array(4).fill(orderNumber),
    )
  })

  test('CALM-64: each order tells its first three pieces, with their pictures, and how many things are on it', async () => {
    const { shopper, email } = await newMember(world)
    const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
    const skus = [sku.mug, sku.rug, sku.shelf, sku.sofaOat]
    const lines = skus.map((one) => ({ sku: one, quantity: 1 }))
    await insertCart(world.database, { lines, tokens: [token], shopperId, email })
    const { orderNumber } = await shopper.call('order', 'placeOrder', { adata: '' })
    const { page } = await shopper.page('/account')
    const { page: order } = await shopper.page(`/account/orders/${orderNumber}`)
    if (page.name !== 'account' || order.name !== 'accountOrder') throw new Error(page.name)
    const bought = order.order.items.slice(0, 3).map(({ title: name, imagePath }) => ({ name, imagePath }))
    expect(bought).toHaveLength(3)
    expect(page.orders[0]).toMatchObject({ orderNumber, lines: 4, firstPieces: bought })
    expect(page.orders[0]?.firstPieces).toHaveLength(3)
  })

  test('CALL-91: what is asked about an order is answered alike, right or wrong, and only the right address gets a mail', async () => {
    const orderNumber = await placed(world.shopper(), 'guest.two@example.com')
    const right = await find(world.shopper(), orderNumber, 'guest.two@example.com')
    const others = [
      await find(world.shopper(), orderNumber, 'thief@example.com'),
      await find(world.shopper(), 'AAAA-BBBB-CCCC', 'guest.two@example.com'),
    ]
    expect(others).toEqual([right, right])
    expect(await linksTo('thief@example.com')).toEqual([])
    expect(await linksTo('guest.two@example.com')).toHaveLength(1)
  })

  test('CALL-91: a past order of a guest joins an account by the link mailed to the account’s address, never by typing it', async () => {
    const email = 'returning@example.com'
    const orderNumber = await placed(world.shopper(), email)
    await makeAccount(world, { email })
    const shopper = await signedIn(world, email)
    const ordersOf = async () => {
      const { page } = await shopper.page('/account')
      return page.name === 'account' ? page.orders.map((order) => order.orderNumber) : []
    }
    expect(await ordersOf()).toEqual([])
    await shopper.submit('/account/claim-orders', { until: '999999', key: 'guessed' })
    expect(await ordersOf()).toEqual([])

    await shopper.submit('/account/ask-claim', {})
    const [link = ''] = await linksTo(email)
    const { page } = await shopper.page(link)
    expect(page).toMatchObject({ name: 'claimOrders', count: 1 })
    // another member's session does nothing with it
    const { shopper: stranger } = await newMember(world)
    expect((await stranger.page(link)).page).toMatchObject({ name: 'claimOrders', count: 0, key: '' })
    const { until = '', key = '' } = page.name === 'claimOrders' ? page : {}
    await stranger.submit('/account/claim-orders', { until, key })
    expect(await ordersOf()).toEqual([])

    await shopper.submit('/account/claim-orders', { until, key })
    expect(await ordersOf()).toEqual([orderNumber])
    expect((await shopper.page(`/account/orders/${orderNumber}`)).page.name).toBe('accountOrder')
    // once it is there, a second press changes nothing
    await shopper.submit('/account/claim-orders', { until, key })
    expect(await ordersOf()).toEqual([orderNumber])
  })

  test('CALL-91: an order that another account placed with one’s address stays that account’s', async () => {
    const { shopper: buyer } = await newMember(world)
    const { shopper, email } = await newMember(world)
    await placed(buyer, email)
    await shopper.submit('/account/ask-claim', {})
    const [link = ''] = await linksTo(email)
    expect((await shopper.page(link)).page).toMatchObject({ name: 'claimOrders', count: 0 })
  })

  test('LOGIN-26: signing out on all devices ends every session of the account', async () => {
    const { shopper, email } = await newMember(world)
    const phone = await signedIn(world, email)
    const { headers } = await shopper.submit('/account/sign-out-everywhere', {})
    expect(headers.location).toBe('/')
    for (const one of [shopper, phone]) expect((await one.get('/account')).statusCode).toBe(303)
  })

  test('RESET-09: after five links asked for one address no more are sent, and it is said', async () => {
    const orderNumber = await placed(world.shopper(), 'guest.six@example.com')
    const shopper = world.shopper()
    const notices: string[] = []
    for (let nth = 0; nth < 6; nth += 1)
      notices.push((await find(shopper, orderNumber, 'guest.six@example.com')).notice)
    expect(new Set(notices.slice(0, 5)).size).toBe(1)
    expect(notices[5]).not.toBe(notices[0])
    expect(await linksTo('guest.six@example.com')).toHaveLength(5)
  })

  test('SAFE-57: a stranger who asks for an order keeps its owner from no link, however he writes the mailbox', async () => {
    const email = 'guest.seven@gmail.com'
    const orderNumber = await placed(world.shopper(), email)
    const from = (network: string) => ({ 'x-forwarded-for': network })
    const ask = async (number: string, given: string, network: string) => {
      const shopper = world.shopper()
      await shopper.get('/session', from(network))
      await shopper.submit('/account/find-order', { orderNumber: number, email: given }, from(network))
      return (await shopper.page('/account/find-order')).frame.notice
    }
    const told = new Set<string>()
    // of orders that are not there nothing is mailed, and nothing used up
    for (let nth = 0; nth < 20; nth += 1) told.add(await ask('AAAA-BBBB-CCCC', email, `203.0.113.${nth}`))
    for (let nth = 0; nth < 5; nth += 1) told.add(await ask(orderNumber, email, '203.0.113.66'))
    expect(await linksTo(email)).toHaveLength(5)
    const refused = await ask(orderNumber, 'GuestSeven+x@googlemail.com', '203.0.113.66')
    expect([...told]).not.toContain(refused)
    told.add(await ask(orderNumber, email, '198.51.100.1'))
    expect(await linksTo(email)).toHaveLength(6)
    // the mailbox is not flooded either; a link it has still works
    for (let nth = 0; nth < 20; nth += 1) told.add(await ask(orderNumber, email, `203.0.113.${nth}`))
    expect(told.size).toBe(1)
    const mailed = await linksTo(email)
    expect(mailed).toHaveLength(12)
    for (const link of mailed.slice(0, 2)) {
      expect((await world.shopper().page(link)).page).toMatchObject({ name: 'accountOrder' })
    }
  })
})
