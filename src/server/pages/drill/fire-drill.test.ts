import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { drillFaults, drillParts } from '#domain/fire-drill.ts'
import { add, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { drill } from '#test/order/gateway.ts'
import { createWorld, type World } from '#test/world.ts'

const loaded = vi.hoisted(() => ({ times: 0 }))
vi.mock('#server/pages/drill/fire-drill.ts', (original) => {
  loaded.times += 1
  return original()
})

const own = { origin: 'http://cb.localhost:3000' }
const path = '/fire-drill'

describe('BEYOND-12: where nothing is played', () => {
  // before the world below: what is loaded once stays loaded
  test.each([
    ['production', { hasFireDrill: false, isProduction: true }],
    ['production that shows its popups', { hasFireDrill: true, isProduction: true, standIns: new Set<never>() }],
    ['a shop with programs of others', { sandbox: null }],
  ])(
    'BEYOND-12, SAFE-08: in %s nothing answers, no page leads there, and no line of it is loaded',
    async (_what, config) => {
      const real = await createWorld({ config })
      const shopper = real.shopper()
      const { body } = await shopper.get('/', own)
      const asked = [
        await shopper.get(path),
        await shopper.submit('/fire-drill/script', { fault: 'mail:503' }, own),
        await shopper.submit('/fire-drill/clear', { faultId: 'all' }, own),
      ]
      await real.close()
      expect(asked.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
      expect(body).not.toContain('Fire drill')
      expect(loaded.times).toBe(0)
    },
  )
})

describe('BEYOND-12: the panel', () => {
  let world: World
  let shopper: TestShopper
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await fetch(`${world.gatewayOrigin}${path}`, { method: 'DELETE' })
    shopper = world.shopper()
    await shopper.get(path)
  })

  const scripted = async () => {
    const answer = await fetch(`${world.gatewayOrigin}${path}`)
    return ((await answer.json()) as { readonly faults: readonly { readonly faultId: number }[] }).faults
  }
  const script = (fields: Record<string, string>, headers = own) =>
    shopper.submit('/fire-drill/script', fields, headers)
  const shown = async () => (await shopper.get(path)).body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

  test('BEYOND-12: a page of the store leads there, and it was loaded for it', async () => {
    expect((await shopper.get('/')).body).toContain('<a href="/fire-drill">Fire drill</a>')
    expect(loaded.times).toBe(1)
  })

  test('BEYOND-12: it runs no script, stands in no frame and is kept by nobody', async () => {
    const { headers, body } = await shopper.get(path)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'/,
    )
    expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex'])
    expect(body).not.toContain('<script')
  })

  test('BEYOND-12: it offers each fault of each stand-in, and says of each what a shopper meets', async () => {
    const { body } = await shopper.get(path)
    const offered = [...body.matchAll(/<option value="([^"]+)"/g)].map((match) => match[1])
    expect(offered).toEqual(drillParts.flatMap((part) => drillFaults[part].map((fault) => `${part}:${fault}`)))
    const told = [...body.matchAll(/<dd>([^<]*)<\/dd>/g)].map((match) => match[1]?.length ?? 0)
    expect(told.filter((length) => length > 0)).toHaveLength(offered.length)
  })

  test('BEYOND-12: each fault can be scripted there but the one that begins at once', async () => {
    for (const part of drillParts) {
      for (const fault of drillFaults[part]) {
        if (fault === 'refuseConnection') continue
        const answer = await script({ fault: `${part}:${fault}`, times: '3', seconds: '4' })
        expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
        expect((await scripted()).at(-1)).toMatchObject({ standIn: part, fault, remaining: 3, delayMs: 4_000 })
      }
    }
  })

  test('BEYOND-12: it shows what is scripted and how often it still plays, and clears one or all', async () => {
    await script({ fault: 'card-gateway:decline', times: '2', lastFour: '1111' })
    expect(await shown()).toContain('Scripted: A card is declined.')
    await drill(world, { fault: 'cut', reference: 'one' })
    await script({ fault: 'mail:503' })
    const before = await shown()
    expect(before).toContain('A card is declined plays 2 more times, only the card ending in 1111')
    expect(before).toContain(
      'The card gateway charges and the line is cut, or a wallet’s plays once, only the payment one',
    )
    const [first] = await scripted()
    await shopper.submit('/fire-drill/clear', { faultId: String(first?.faultId) }, own)
    expect(await scripted()).toMatchObject([{ fault: 'cut' }, { fault: '503' }])
    await shopper.submit('/fire-drill/clear', { faultId: 'all' }, own)
    expect(await shown()).toContain('Cleared.')
    expect(await shown()).toContain('Nothing. Everything answers as it should.')
  })

  test('BEYOND-12: a test store that plays its mail alone offers faults of mails alone', async () => {
    const standIns = new Set(['mail'] as const)
    const store = await createWorld({
      config: { standIns, isTestStore: true, hasFireDrill: true, gateway: world.config.gateway },
    })
    const visitor = store.shopper()
    const { body } = await visitor.get(path)
    await visitor.submit('/fire-drill/script', { fault: 'card-gateway:decline' }, own)
    const after = await visitor.get(path)
    await store.close()
    expect([...body.matchAll(/<option value="(\w[^"]*)"/g)].map((match) => match[1])).toEqual(
      drillFaults.mail.map((fault) => `mail:${fault}`),
    )
    expect(body).toContain('Test store. Nothing is sold here.')
    expect(after.body).toContain('Please choose a fault.')
  })

  test.each([
    ['fault', { fault: '' }, 'Please choose a fault.'],
    ['fault', { fault: 'mail:challenge' }, 'Please choose a fault.'],
    ['times', { fault: 'mail:503', times: '0' }, 'Please enter a whole number from 1 to 10,000.'],
    ['times', { fault: 'mail:503', times: 'twice' }, 'Please enter a whole number from 1 to 10,000.'],
    ['times', { fault: 'mail:503', times: '10001' }, 'Please enter a whole number from 1 to 10,000.'],
    ['seconds', { fault: 'mail:slow', seconds: '1.5' }, 'Please enter whole seconds, from 1 to 600.'],
    ['seconds', { fault: 'mail:slow', seconds: '601' }, 'Please enter whole seconds, from 1 to 600.'],
    ['lastFour', { fault: 'card-gateway:decline', lastFour: '12' }, 'last four digits'],
    ['lastFour', { fault: 'mail:503', lastFour: '1111' }, 'Only faults of cards'],
    [
      'lastFour',
      { fault: 'card-gateway:decline', lastFour: '4111111111111111' },
      'Card numbers are not accepted here.',
    ],
  ])(
    'BEYOND-12: at %s, %o is told and scripts nothing; what was typed stands there again',
    async (field, typed, message) => {
      const answer = await script(typed, { ...own, referer: `${own.origin}${path}` } as typeof own)
      expect(answer.statusCode).toBe(303)
      const { body } = await shopper.get(path)
      expect(new RegExp(`id="told-${field}">([^<]*)`).exec(body)?.[1]).toContain(message)
      expect(body).toMatch(new RegExp(`id="${field}" name="${field}"[^>]*aria-invalid="true"`))
      const { times } = typed as { readonly times?: string }
      if (times !== undefined) expect(body).toContain(`value="${times}"`)
      expect(body).not.toContain('4111111111111111')
      expect(await scripted()).toEqual([])
    },
  )

  test('BEYOND-12: a page that is not ours, or without the token of its visitor, scripts and clears nothing', async () => {
    await drill(world, { standIn: 'mail', fault: '503' })
    const before = await scripted()
    const wanted = { fault: 'mail:503', faultId: 'all' }
    for (const form of ['/fire-drill/script', '/fire-drill/clear']) {
      await shopper.submit(form, wanted, { origin: 'https://evil.example' })
      await shopper.submit(form, wanted, { ...own, 'sec-fetch-site': 'cross-site' } as typeof own)
      const stranger = world.shopper()
      await stranger.submit(form, wanted, own)
      await stranger.get(path)
      await shopper.submit(form, { ...wanted, __RequestVerificationToken: stranger.token() }, own)
      await shopper.submit(form, { ...wanted, __RequestVerificationToken: '' }, own)
      expect((await shopper.get(form)).statusCode).toBe(405)
    }
    expect(await scripted()).toEqual(before)
  })

  test('BEYOND-12: while the stand-ins take no connections the panel says so, and nothing breaks', async () => {
    const gone = await createWorld({ config: { sandbox: { port: 1, origin: 'http://127.0.0.1:1' } } })
    const visitor = gone.shopper()
    const { statusCode, body } = await visitor.get(path)
    await visitor.submit('/fire-drill/script', { fault: 'mail:503' }, own)
    const after = await visitor.get(path)
    await add(visitor, item(sku.mug))
    const estimate = await visitor.call('cart', 'getEdd', { locationId: '', zipCode: '60601' })
    await gone.close()
    expect([statusCode, body.includes('The stand-ins do not answer just now.')]).toEqual([200, true])
    expect(after.body).toContain('so nothing was changed')
    expect(estimate.lineItems?.[0]?.edd.message).toMatch(/^Arrives/)
  })

  test.each([
    ['503', { IsReset: true }],
    ['slow', { IsReset: true }],
    ['noLineItems', { IsReset: false }],
  ])(
    'CART-22, OPEN-39: with %s scripted GetEdd answers %o, and then as ever',
    async (fault, expected) => {
      await add(shopper, item(sku.mug))
      await script({ fault: `delivery:${fault}`, seconds: '5' })
      const ask = () => shopper.call('cart', 'getEdd', { locationId: '', zipCode: '60601' })
      expect(await ask()).toEqual(expected)
      expect((await ask()).lineItems).toHaveLength(1)
      const cart = await shopper.call('cart', 'getCartJsx', {})
      expect(cart.lineItems[0]?.edd.message).toMatch(/^Arrives/)
    },
    15_000,
  )
})
