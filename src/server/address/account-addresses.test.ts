import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { statement } from '#server/db/database.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { makeAccount, signedIn } from '#test/builders/member.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A signed-in shopper with a mug in the checkout. */
async function member(email: string) {
  await makeAccount(world, { email })
  const shopper = await signedIn(world, email)
  await add(shopper, item(sku.mug))
  return shopper
}

describe('addresses of an account', () => {
  test('SHIP-04, DATA-08, OPEN-74, OPEN-27: an address is kept once when asked for, and offered again', async () => {
    const shopper = await member('ada@example.com')
    const checkout = await shopper.call('cart', 'checkout', {})
    const save = (of: object) => shopper.call('checkout', 'validateAndSaveAddress', { ...address(), email: '', ...of })
    const unsaved = await save({ city: 'Elgin' })
    const stored = await save({ saveToAccount: true })
    const again = await save({ saveToAccount: true })
    const { accountInfo, isGuest, highestStep } = await shopper.call('checkout', 'refreshCheckout', {})
    expect([checkout.isLoggedIn, isGuest, highestStep]).toEqual([true, false, 1])
    expect([unsaved.addressId, again.addressId]).toEqual(['', stored.addressId])
    expect(accountInfo.shippingAddresses.map((one) => [one.addressId, one.city])).toEqual([
      [stored.addressId, 'Chicago'],
    ])
  })

  test('SCENE-20: an address is removed from the account page by its owner, and by nobody else', async () => {
    const owner = await member('owner@example.com')
    await owner.call('cart', 'checkout', {})
    const { addressId } = await owner.call('checkout', 'saveShippingAddress', address({ saveToAccount: true }))
    const other = await member('other@example.com')
    const remove = (shopper: typeof owner) => shopper.submit('/account/addresses/remove', { addressId })
    const shown = async () => {
      const { page, frame } = await owner.page('/account')
      return [page.name === 'account' ? page.addresses.map((one) => one.addressId) : null, frame.notice]
    }
    await remove(other)
    expect(await shown()).toEqual([[addressId], ''])
    expect((await other.page('/account')).frame.notice).toBe('This address is no longer in your account.')
    await remove(owner)
    expect(await shown()).toEqual([[], 'The address is removed from your account.'])
  })

  test('CALM-64: an address is added, edited, made default and removed; undo brings it back in its place, and the default with it', async () => {
    const shopper = await member('book@example.com')
    const fields = { ...address(), email: '', phone: '312-555-0110' }
    const to = async (path: string, sent: object) => {
      const answer = await shopper.submit(path, sent as { [name: string]: string })
      return String(answer.headers.location)
    }
    const typed = (more: object) => {
      const { firstName, lastName, address1, address2, city, state, postalCode, phone } = { ...fields, ...more }
      return { firstName, lastName, companyName: '', address1, address2, city, state, postalCode, phone }
    }
    const shown = async () => {
      const { page } = await shopper.page('/account')
      if (page.name !== 'account') throw new Error(`the account page is ${page.name}`)
      return { ids: page.addresses.map(({ addressId }) => addressId), page }
    }
    const idIn = (location: string) => /^\/account#address-([\da-f-]{36})$/.exec(location)?.[1] ?? ''
    const [home, work, last] = [
      idIn(await to('/account/addresses/save', typed({}))),
      idIn(await to('/account/addresses/save', typed({ address1: '2 Oak St' }))),
      idIn(await to('/account/addresses/save', typed({ address1: '3 Ash St' }))),
    ]
    expect((await shown()).ids).toEqual([home, work, last])
    // the same again is the same entry
    expect(idIn(await to('/account/addresses/save', typed({ address1: '2 Oak  St' })))).toBe(work)

    const form = await shopper.page(`/account/addresses/${work}`)
    expect(form.page).toMatchObject({ name: 'accountAddress', address: { address1: '2 Oak St' }, isDefault: false })
    expect(idIn(await to('/account/addresses/save', { ...typed({ address1: '22 Oak St' }), addressId: work }))).toBe(
      work,
    )
    expect(await to('/account/addresses/default', { addressId: work })).toBe(`/account#address-${work}`)
    expect((await shown()).page.addresses.map(({ address1 }) => address1)).toEqual([
      '22 Oak St',
      fields.address1,
      '3 Ash St',
    ])
    await shopper.call('cart', 'checkout', {})
    const { accountInfo } = await shopper.call('checkout', 'refreshCheckout', {})
    expect(accountInfo.shippingAddresses.map(({ addressId }) => addressId)).toEqual([work, home, last])

    // the next entry has the focus, after the last the heading
    expect(await to('/account/addresses/remove', { addressId: work })).toBe(`/account#address-${home}`)
    expect(await to('/account/addresses/remove', { addressId: last })).toBe('/account#your-addresses')
    const { ids, page } = await shown()
    expect([ids, page.removed.addresses]).toEqual([
      [home],
      [
        { addressId: work, address1: '22 Oak St', city: fields.city, before: home },
        { addressId: last, address1: '3 Ash St', city: fields.city, before: '' },
      ],
    ])
    expect(await to('/account/addresses/undo', { addressId: work })).toBe(`/account#address-${work}`)
    expect(await to('/account/addresses/undo', { addressId: last })).toBe(`/account#address-${last}`)
    expect((await shown()).ids).toEqual([work, home, last])
    expect((await shown()).page.removed.addresses).toEqual([])

    // another that was chosen since stays the default
    await to('/account/addresses/remove', { addressId: work })
    await to('/account/addresses/default', { addressId: last })
    await to('/account/addresses/undo', { addressId: work })
    expect((await shown()).ids).toEqual([last, home, work])
  })

  test('CALM-64: undo says what is true: in a full account, of the same added anew, pressed twice, and signed out', async () => {
    const shopper = await member('undo.book@example.com')
    const typed = { firstName: 'Ada', lastName: 'Byron', city: 'Chicago', state: 'IL', postalCode: '60606' }
    const save = async (nth: number) => {
      const answer = await shopper.submit('/account/addresses/save', { ...typed, address1: `${nth} Elm St` })
      return String(answer.headers.location).split('#address-')[1] ?? ''
    }
    const act = async (name: string, addressId: string) => {
      const answer = await shopper.submit(`/account/addresses/${name}`, { addressId })
      const { page, frame } = await shopper.page('/account')
      if (page.name !== 'account') throw new Error(`the account page is ${page.name}`)
      const count = [page.addresses.length, page.removed.addresses.length]
      return { to: answer.headers.location, said: frame.notice, count }
    }
    const first = await save(1)
    await act('remove', first)
    const anew = await save(1)
    expect(anew).not.toBe(first)
    expect(await act('undo', first)).toEqual({
      ...{ to: `/account#address-${anew}`, said: 'This address is in your account already.', count: [1, 0] },
    })
    await act('remove', anew)
    let last = ''
    for (let nth = 2; nth <= 51; nth += 1) last = await save(nth)
    expect(await act('undo', anew)).toEqual({
      to: '/account#your-addresses',
      said: 'Your account already has 50 saved addresses. Please remove another first, then undo this.',
      count: [50, 1],
    })
    await act('remove', last)
    const back = { to: `/account#address-${anew}`, said: 'The address is back in your account.', count: [50, 1] }
    expect([await act('undo', anew), await act('undo', anew)]).toEqual([back, back])

    const guest = world.shopper()
    await guest.get('/session')
    for (const name of ['remove', 'default', 'undo']) {
      for (const sender of [world.shopper(), guest]) {
        const { origins } = world.config
        const answer = await sender.submit(`/account/addresses/${name}`, { addressId: anew }, { origin: origins.cb })
        const { page, frame } = await sender.page(String(answer.headers.location))
        expect([page.name, frame.notice]).toEqual([
          'login',
          'You are no longer signed in, so nothing was changed. Please sign in, then try again.',
        ])
      }
    }
    expect((await act('default', anew)).count).toEqual([50, 1])
  })

  test('CALM-64: the same address that is sent twice at once is saved once', async () => {
    const shopper = await member('twice.book@example.com')
    const typed = { firstName: 'Ada', lastName: 'Byron', city: 'Chicago', state: 'IL', postalCode: '60606' }
    const send = () => shopper.submit('/account/addresses/save', { ...typed, address1: '1 Elm St' })
    const lock = statement('test.lock-addresses', 'lock table shop.account_address in exclusive mode')
    const waiting = statement<{ count: number }>(
      'test.waiting',
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    // both have come as far as they may before either is written
    const sent = await world.database.transaction(async (tx) => {
      await tx.count(lock)
      const both = [send(), send()]
      await vi.waitFor(async () => expect((await world.database.row(waiting))?.count).toBe(2), { timeout: 10_000 })
      return both
    })
    const [one, other] = await Promise.all(sent)
    expect(one?.headers.location).toBe(other?.headers.location)
    const { page } = await shopper.page('/account')
    expect(page.name === 'account' && page.addresses).toHaveLength(1)
  })

  test('CALM-64: what is wrong with an address comes back at once, each at its field, with what was typed', async () => {
    const shopper = await member('wrong.book@example.com')
    const sent = { firstName: 'Ada', lastName: '', address1: '1 Elm St', city: 'Chicago', state: 'IL', postalCode: '1' }
    const answer = await shopper.submit('/account/addresses/save', { ...sent, isDefault: 'true' })
    const { page, frame } = await shopper.page(String(answer.headers.location))
    expect([page.name, answer.headers.location]).toEqual(['accountAddress', '/account/addresses/new'])
    expect(Object.keys(frame.errors)).toEqual(['lastName', 'postalCode'])
    expect(frame.typed).toMatchObject({ firstName: 'Ada', postalCode: '1', isDefault: 'true' })
    const many = async () => {
      for (let nth = 0; nth < 51; nth += 1) {
        const good = { ...sent, lastName: 'Byron', postalCode: '60606', address1: `${nth + 1} Elm St` }
        await shopper.submit('/account/addresses/save', good)
      }
    }
    await many()
    expect((await shopper.page('/account/addresses/new')).frame.notice).toMatch(/50/)
    const { page: account } = await shopper.page('/account')
    expect(account.name === 'account' && account.addresses).toHaveLength(50)
  })

  test('CALM-64: the address of another is as one that does not exist to every form and page; a guest is asked to sign in', async () => {
    const owner = await member('keeps@example.com')
    await owner.call('cart', 'checkout', {})
    const { addressId } = await owner.call('checkout', 'saveShippingAddress', address({ saveToAccount: true }))
    const removedId = (
      await owner.call('checkout', 'saveShippingAddress', address({ saveToAccount: true, city: 'Elgin' }))
    ).addressId
    await owner.submit('/account/addresses/remove', { addressId: removedId })
    const other = await member('pries@example.com')
    const own = {
      firstName: 'Eve',
      lastName: 'Pry',
      address1: '1 Elm St',
      city: 'Chicago',
      state: 'IL',
      postalCode: '60606',
    }
    const tries = [
      ['save', { ...own, addressId }],
      ['default', { addressId }],
      ['undo', { addressId: removedId }],
      ['undo', { addressId }],
    ] as const
    for (const [form, sent] of tries) {
      const unknown = '00000000-0000-4000-8000-000000000000'
      for (const id of [sent.addressId, unknown, "' or 1=1"]) {
        const answer = await other.submit(`/account/addresses/${form}`, { ...sent, addressId: id })
        const { frame, page } = await other.page('/account')
        expect([answer.headers.location, frame.notice]).toEqual([
          '/account',
          'This address is no longer in your account.',
        ])
        expect(page.name === 'account' && page.addresses).toEqual([])
      }
    }
    expect((await other.get(`/account/addresses/${addressId}`)).statusCode).toBe(404)
    expect((await other.get('/account/addresses/none')).statusCode).toBe(404)
    const { page } = await owner.page('/account')
    expect(page.name === 'account' && page.addresses.map((one) => one.addressId)).toEqual([addressId])
    const guest = world.shopper()
    expect((await guest.get('/account/addresses/new')).headers.location).toBe(
      '/account/login?returnUrl=%2Faccount%2Faddresses%2Fnew',
    )
  })

  test('a member changes her name; one that is none is refused, and a guest is sent to sign in', async () => {
    const shopper = await member('renamed@example.com')
    const rename = async (firstName: string, lastName: string) => {
      await shopper.submit('/account/profile', { firstName, lastName })
      const { page, frame } = await shopper.page('/account')
      return page.name === 'account' ? [page.firstName, page.lastName, frame.notice] : []
    }
    expect(await rename(' Grace ', 'Hopper')).toEqual(['Grace', 'Hopper', 'Your name is changed.'])
    expect(await rename('', 'Hopper')).toEqual(['Grace', 'Hopper', 'Please enter your first name.'])
    expect(await rename('Grace', 'x'.repeat(51))).toEqual(['Grace', 'Hopper', 'Please enter your last name.'])
    const guest = world.shopper()
    await guest.get('/account/login')
    const answer = await guest.submit('/account/profile', { firstName: 'Ada', lastName: 'Byron' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/login'])
  })

  test('CALL-91, SCENE-20: the saved address of another account is as unknown as one that does not exist', async () => {
    const other = await member('grace@example.com')
    await other.call('cart', 'checkout', {})
    const { addressId } = await other.call('checkout', 'saveShippingAddress', address({ saveToAccount: true }))
    const shopper = await member('joan@example.com')
    await shopper.call('cart', 'checkout', {})
    const foreign = await shopper.call('checkout', 'saveShippingAddress', address({ addressId }))
    const own = await other.call('checkout', 'saveShippingAddress', address({ addressId, city: 'Elgin' }))
    expect(addressId).not.toBe('')
    expect(foreign).toMatchObject({
      isSuccess: false,
      errorMessage: 'This recipient is no longer part of your order.',
    })
    expect(own.isSuccess).toBe(true)
  })
})
