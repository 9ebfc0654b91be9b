import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { leaveGiftMails } from '#server/order/gift-mail/send-gift-mail.ts'
import { sku } from '#test/builders/catalog.ts'
import { couple, newRegistryOf, type Registry, registrantAddress } from '#test/builders/registry.ts'
import { deliverAll, mailedTo } from '#test/order/deliveries.ts'
import { buyGift } from '#test/order/gifts.ts'
import { expectBalancedBooks } from '#test/order/ordering.ts'
import { createWorld, type World } from '#test/world.ts'

const boughtAt = statement(
  'test.bought-at',
  `update shop.orders set settled_at = $2 where state = 'placed' and shopper_id = $1`,
)
const cancelled = statement(
  'test.cancelled',
  `update shop.orders set state = 'cancelled', cancelled_at = now() where shopper_id = $1`,
)
const nameless = statement('test.nameless', `update shop.registry_gift set giver_names = '' where shopper_id = $1`)
const ownerOf = statement<{ shopperId: string }>(
  'test.owner',
  'select shopper_id as "shopperId" from shop.registry where gr_id = $1',
)
const deaths = statement(
  'test.worker-died',
  "update shop.outbox set done_at = null, lease_until = null where topic = 'mail.registry-gifts'",
)
const left = statement<{ n: number }>(
  'test.mails-left',
  `select count(*)::int as n from shop.outbox where topic = 'mail.registry-gifts'`,
)

const topics = ['mail.registry-gifts']
// half past ten in the evening of the 9th at the stores, by then the 10th in London
const evening = '2026-03-10T03:30:00Z'
const nextMorning = new Date('2026-03-10T13:05:00Z')

describe('CALM-66: the mail of the day about gifts', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
  })
  afterEach(() => world.close())

  const registryOf = (fields: { readonly [name: string]: string } = {}) =>
    newRegistryOf(world, [{ sku: sku.mug, quantity: 9 }], fields)
  const mailsOf = (email: string) => mailedTo(world, email, topics)

  async function bought(grId: number, at = evening, quantity = 1, who?: string): Promise<string> {
    const giver = await buyGift(world, grId, quantity, who)
    await world.database.count(boughtAt, [giver, new Date(at)])
    return giver
  }

  async function change({ owner, grId }: Registry, fields: { readonly [name: string]: string }): Promise<void> {
    await owner.page(`/gift-registry/edit/${grId}`)
    const before = { registryType: 'br', eventDate: '2026-06-12', ...couple, ...registrantAddress, isPublic: 'true' }
    const sent = await owner.submit('/gift-registry/edit', { grId: `${grId}`, ...before, giftMail: 'what', ...fields })
    expect(sent.headers.location).toBe(`/gift-registry/registrant-list/${grId}`)
  }

  test('it says what was bought and by whom, once, in the morning after, and leads to the registry', async () => {
    const { ownerEmail, grId } = await registryOf()
    await bought(grId, evening, 2)
    const unknown = await bought(grId, '2026-03-09T18:00:00Z')
    await world.database.count(nameless, [unknown])
    // the evening itself, and before eight in the morning
    for (const early of ['2026-03-10T04:00:00Z', '2026-03-10T12:55:00Z']) {
      await leaveGiftMails(world.database, new Date(early))
      expect(await mailsOf(ownerEmail)).toEqual([])
    }
    await leaveGiftMails(world.database, nextMorning)
    const [mail, ...more] = await mailsOf(ownerEmail)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('CB: 3 gifts were bought from your registry')
    expect(mail?.text).toContain('Gifts were bought from your registry, Wedding on Jun 12, 2026:')
    expect(mail?.text).toMatch(/^1 × Stoneware Mug\n2 × Stoneware Mug, from \S+ \S+$/m)
    expect(mail?.text).toContain(`http://cb-us.localhost:3000/gift-registry/registrant-list/${grId}`)
    expect(mail?.html).toContain('Stoneware Mug')
    await expectBalancedBooks(world)
  })

  test('one a day: what is bought later that day comes the day after, also when many servers ask at once', async () => {
    const { ownerEmail, grId } = await registryOf()
    await bought(grId)
    const ask = (at: Date) => Promise.all(Array.from({ length: 5 }, () => leaveGiftMails(world.database, at)))
    await ask(nextMorning)
    // settled before midnight, and seen only now
    await bought(grId)
    await bought(grId, '2026-03-10T15:00:00Z')
    await ask(new Date('2026-03-10T15:10:00Z'))
    await ask(new Date('2026-03-11T04:50:00Z'))
    expect(await mailsOf(ownerEmail)).toHaveLength(1)
    await ask(new Date('2026-03-11T13:00:00Z'))
    expect((await mailsOf(ownerEmail)).map(({ subject }) => subject)).toEqual([
      'CB: 2 gifts were bought from your registry',
      'CB: a gift was bought from your registry',
    ])
    await ask(new Date('2026-03-12T13:00:00Z'))
    expect(await mailsOf(ownerEmail)).toHaveLength(2)
  })

  test('a worker that dies after the mail sends the same mail: whoever counts by its Message-ID has one', async () => {
    const { ownerEmail, grId } = await registryOf()
    await bought(grId)
    await leaveGiftMails(world.database, nextMorning)
    expect(await mailsOf(ownerEmail)).toHaveLength(1)
    await world.database.count(deaths)
    await leaveGiftMails(world.database, nextMorning)
    expect(await mailsOf(ownerEmail)).toHaveLength(1)
    expect(await world.database.row(left)).toEqual({ n: 1 })
  })

  test('a transaction that is lost before its end leaves everything to be told', async () => {
    const { ownerEmail, grId } = await registryOf()
    await bought(grId)
    const dying: typeof world.database = {
      ...world.database,
      transaction: (work) =>
        world.database.transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await expect(leaveGiftMails(dying, nextMorning)).rejects.toThrow('killed')
    expect(await world.database.row(left)).toEqual({ n: 0 })
    await leaveGiftMails(world.database, nextMorning)
    expect(await mailsOf(ownerEmail)).toHaveLength(1)
  })

  test('a surprise is told without what, and stays one on her pages until she asks or the day is over', async () => {
    const registry = await registryOf()
    const { owner, ownerEmail, grId, link } = registry
    await change(registry, { giftMail: 'surprise' })
    await bought(grId, evening, 2)
    await leaveGiftMails(world.database, nextMorning)
    const [mail] = await mailsOf(ownerEmail)
    expect(mail?.subject).toBe('CB: a gift was bought from your registry')
    expect(mail?.text).toContain('What it is stays a surprise.')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Mug|from \S+ Hopper|2 ×/)

    const bare = { isSurprise: true, items: [{ sku: sku.mug, bought: 0 }] }
    const view = `/gift-registry/registrant-list/${grId}`
    expect((await owner.page(view)).page).toMatchObject({ registries: [bare], gifts: [] })
    expect((await owner.page(link)).page).toMatchObject({ registry: bare })
    expect((await owner.page(`${view}?gifts=shown`)).page).toMatchObject({
      ...{ registries: [{ isSurprise: false, items: [{ bought: 2 }] }], gifts: [{ quantity: 2 }] },
    })
    // givers see what is left
    expect((await world.shopper().page(link)).page).toMatchObject({ registry: { items: [{ bought: 2 }] } })
    world.clock.set('2026-06-20T15:00:00Z')
    expect((await owner.page(view)).page).toMatchObject({ registries: [{ isSurprise: false }], gifts: [{}] })
  })

  test('a partner with an address gets it as well, with a link she may open, and neither learns the other’s end link', async () => {
    const registry = await registryOf()
    await change(registry, { partnerEmail: 'ben.cole@example.com' })
    await bought(registry.grId)
    await leaveGiftMails(world.database, nextMorning)
    const [own] = await mailsOf(registry.ownerEmail)
    const [partners] = await mailsOf('ben.cole@example.com')
    expect(partners?.text).toContain(`http://cb-us.localhost:3000${registry.link}\n`)
    expect(own?.text).not.toContain(registry.link.concat('\n'))
    expect([own?.text, partners?.text].map((text) => /to=(\w+)/.exec(text ?? '')?.[1])).toEqual(['owner', 'partner'])
    expect(`${partners?.text}`).not.toContain(registry.ownerEmail)
    expect(own?.text).toContain(', from ')
    expect(partners?.text).not.toContain(', from ')
  })

  test.each([
    ['nothing was bought', async () => undefined],
    [
      'the order was cancelled meanwhile',
      async ({ grId }: Registry) => {
        const giver = await bought(grId)
        await leaveGiftMails(world.database, nextMorning)
        await world.database.count(cancelled, [giver])
      },
    ],
    [
      'she wants no mail',
      async (registry: Registry) => {
        await change(registry, { giftMail: 'none' })
        await bought(registry.grId)
      },
    ],
    [
      'she wants none any more when it is sent',
      async (registry: Registry) => {
        await bought(registry.grId)
        await leaveGiftMails(world.database, nextMorning)
        await change(registry, { giftMail: 'none' })
      },
    ],
    [
      'she bought it herself',
      async ({ grId }: Registry) => {
        const owner = await world.database.row(ownerOf, [grId])
        await bought(grId, evening, 1, owner?.shopperId)
      },
    ],
  ])('nobody is mailed when %s', async (_what, happen) => {
    const registry = await registryOf()
    await happen(registry)
    await leaveGiftMails(world.database, nextMorning)
    expect(await mailsOf(registry.ownerEmail)).toEqual([])
    await leaveGiftMails(world.database, new Date('2026-03-12T13:05:00Z'))
    expect(await mailsOf(registry.ownerEmail)).toEqual([])
  })

  test('the link in the mail ends it: looking changes nothing, one press does, for a partner for good', async () => {
    const registry = await registryOf()
    await change(registry, { partnerEmail: 'ben.cole@example.com' })
    await bought(registry.grId)
    await leaveGiftMails(world.database, nextMorning)
    const endOf = async (email: string) => {
      const [mail] = await mailsOf(email)
      return /To get no more of them: http:\/\/[^/]+(\/\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    const ends = { owner: await endOf(registry.ownerEmail), partner: await endOf('ben.cole@example.com') }
    const isEnded = async (link: string) => {
      const { page } = await world.shopper().page(link)
      return page.name === 'giftMail' ? page.isEnded : page.name
    }
    expect([await isEnded(ends.partner), await isEnded(ends.partner)]).toEqual([false, false])
    // the key of one reader is not the other's
    expect(await isEnded(ends.partner.replace('to=partner', 'to=owner'))).toBe(true)
    const press = async (link: string) => {
      const reader = world.shopper()
      await reader.page(link)
      return reader.submit('/gift-registry/gift-mail', Object.fromEntries(new URLSearchParams(link.split('?')[1])))
    }
    expect((await press(ends.partner)).headers.location).toBe(ends.partner)
    expect([await isEnded(ends.partner), await isEnded(ends.owner)]).toEqual([true, false])
    await bought(registry.grId, '2026-03-10T15:00:00Z')
    await leaveGiftMails(world.database, new Date('2026-03-11T13:05:00Z'))
    expect((await mailsOf('ben.cole@example.com')).length).toBe(1)
    expect((await mailsOf(registry.ownerEmail)).length).toBe(2)
    await press(ends.owner)
    await bought(registry.grId, '2026-03-11T15:00:00Z')
    await leaveGiftMails(world.database, new Date('2026-03-12T13:05:00Z'))
    expect((await mailsOf(registry.ownerEmail)).length).toBe(2)
    expect((await registry.owner.page(`/gift-registry/edit/${registry.grId}`)).page).toMatchObject({ giftMail: 'none' })
    // given again by another registry, the partner's address stays silent
    const other = await registryOf()
    await change(other, { partnerEmail: 'Ben.Cole@example.com' })
    await bought(other.grId, '2026-03-12T15:00:00Z')
    await leaveGiftMails(world.database, new Date('2026-03-13T13:05:00Z'))
    await deliverAll(world, topics, world.config.mail.port)
    expect((await mailsOf('ben.cole@example.com')).length).toBe(1)
  })
})
