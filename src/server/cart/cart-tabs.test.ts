import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { type SmallCart, smallestPrice, worthOf } from '#test/builders/smallest-price.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await putPromos(world.database)
})
afterAll(() => world.close())

const things = [sku.mug, sku.sofaOat, sku.rug] as const
type List = 'cart' | 'saved'

/** The smallest shop that could be right: of each list, which line of a thing there is and how many pieces. */
type Lines = Map<number, { readonly line: number; readonly pieces: number }>
type Removed = { readonly list: List; readonly thing: number; readonly line: number; readonly pieces: number }
type Model = {
  readonly cart: Lines
  readonly saved: Lines
  /** Removals that were not undone, by line. */
  readonly removed: Map<number, Removed>
  lastLine: number
  zip: SmallCart['zip']
  code: SmallCart['code']
  hasCard: boolean
}

/** What a tab knows since it last looked: the ids of lines, and which line it took out last. */
type Tab = { readonly ids: { [Name in List]: Map<number, [line: number, id: string]> }; lastRemoved: [number, string] }

const deeds = [
  ...(['look', 'add', 'update', 'remove', 'save', 'back', 'forget', 'undo'] as const),
  ...(['zip', 'code', 'dropCode', 'card', 'dropCard'] as const),
] as const
const zips = ['60601', '99501', '83702', '00000'] as const
const codes = [promos.tenPercent, promos.fromHundred, promos.ended] as const
/** What every gift card of a test is worth: less than some carts cost and more than others. */
const cardCents = 20_000

type Command = {
  readonly tab: 0 | 1
  readonly do: (typeof deeds)[number]
  readonly thing: number
  readonly pieces: number
  readonly zip: (typeof zips)[number]
  readonly code: (typeof codes)[number]
  /** How often the answer is lost and the same request sent again. */
  readonly lost: number
}
const anyCommand: fc.Arbitrary<Command> = fc.record({
  tab: fc.constantFrom(0 as const, 1 as const),
  do: fc.constantFrom(...deeds),
  thing: fc.constantFrom(...things),
  pieces: fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 70 })),
  zip: fc.constantFrom(...zips),
  code: fc.constantFrom(...codes),
  lost: fc.constantFrom(0, 0, 1, 2),
})
const fits = (pieces: number) => pieces >= 1 && pieces <= 99

function put(model: Model, list: List, { thing, line, pieces }: Omit<Removed, 'list'>): boolean {
  const twin = model[list].get(thing)
  if (!fits(pieces + (twin?.pieces ?? 0))) return false
  model[list].set(thing, { line: twin?.line ?? line, pieces: pieces + (twin?.pieces ?? 0) })
  return true
}

/** What the command does in the smallest shop; `line` is the one the tab means, which may be gone by now. */
function apply(model: Model, command: Command, line: number): void {
  const { thing, pieces } = command
  const of = (list: List) => {
    const found = model[list].get(thing)
    return found?.line === line ? found : undefined
  }
  const move = (from: List, to: List) => {
    const found = of(from)
    if (found !== undefined && put(model, to, { thing, ...found })) model[from].delete(thing)
  }
  const take = (list: List) => {
    const found = of(list)
    if (found === undefined) return
    model[list].delete(thing)
    model.removed.set(line, { list, thing, ...found })
  }
  switch (command.do) {
    case 'look':
      return
    case 'add':
      if (fits(pieces)) put(model, 'cart', { thing, line: ++model.lastLine, pieces })
      return
    case 'update':
      if (of('cart') !== undefined && fits(pieces)) model.cart.set(thing, { line, pieces })
      return
    case 'remove':
      take('cart')
      return
    case 'forget':
      take('saved')
      return
    case 'save':
      move('cart', 'saved')
      return
    case 'back':
      move('saved', 'cart')
      return
    case 'zip':
      if (command.zip !== '00000') model.zip = command.zip
      return
    case 'code':
      // one that has ended is refused, and so is one that asks for more: the code before it stays
      if (command.code === 'TEN') model.code = 'TEN'
      if (command.code === 'FROM100' && worthOf(countsOf(model)) >= 10_000) model.code = 'FROM100'
      return
    case 'dropCode':
      model.code = ''
      return
    case 'card':
      model.hasCard = true
      return
    case 'dropCard':
      model.hasCard = false
      return
    case 'undo': {
      const old = model.removed.get(line)
      if (old !== undefined && put(model, old.list, old)) model.removed.delete(line)
    }
  }
}

const calls = {
  remove: 'removeItem',
  save: 'saveForLater',
  back: 'moveToCart',
  forget: 'removeItemFromSaveForLater',
  undo: 'restoreItem',
} as const
let keys = 0

/** Sends the same request as often as its answer is lost, with the same key. */
async function send(shopper: TestShopper, command: Command, id: string, card: string): Promise<void> {
  const key = `tab-${process.pid}-${++keys}`
  for (let times = 0; times <= command.lost; times += 1) await sendOnce(shopper, command, { id, card, key })
}

async function sendOnce(shopper: TestShopper, command: Command, at: { id: string; card: string; key: string }) {
  const { key, card, id: lineItemId } = at
  const { thing, pieces, zip, code: promoCode } = command
  switch (command.do) {
    case 'look':
      return
    case 'add':
      return shopper.call('cart', 'addItems', { items: [item(thing, pieces)] }, { key })
    case 'zip':
      return shopper.call('cart', 'applyZipCode', { zip, country: 'US' }, { key })
    case 'code':
      return shopper.call('cart', 'applyPromoCode', { promoCode }, { key })
    case 'dropCode':
      return shopper.call('cart', 'removePromoCode', {}, { key })
    case 'card':
      return shopper.call('tender', 'applyGiftCard', { cardNumber: card, cardPin: '12345678' }, { key })
    case 'dropCard':
      return shopper.call('tender', 'removeGiftCard', { cardNumber: card }, { key })
    case 'update':
      return shopper.call('cart', 'updateItem', { lineItemId, quantity: pieces }, { key })
    default:
      return shopper.call('cart', calls[command.do], { lineItemId }, { key })
  }
}

/** A gift card of its own for every run. Tries of numbers are limited, and these are no guesses. */
async function newCard(): Promise<string> {
  const number = `600649998877${String(++cards).padStart(4, '0')}`
  const file = join(world.config.dataDir, 'cards.jsonl')
  writeFileSync(
    file,
    JSON.stringify({ kind: 'giftCard', number, pin: '12345678', amountCents: cardCents, currency: 'USD' }),
  )
  await importStoredValue(world.database, file, storedValueMac(world.config.secret))
  await world.database.count({ name: 'test.no-tries', text: 'delete from shop.throttle' })
  return number
}
let cards = 0

const countsOf = ({ cart }: Model) => {
  const [mugs = 0, sofas = 0, rugs = 0] = things.map((thing) => cart.get(thing)?.pieces ?? 0)
  return { mugs, sofas, rugs }
}

const listOf = (name: List, cart: CartReply) => (name === 'cart' ? cart.lineItems : cart.savedForLater)

/** The tab loads the cart: it knows the id of every line that is there. */
function look(tab: Tab, model: Model, cart: CartReply): void {
  for (const name of ['cart', 'saved'] as const) {
    tab.ids[name] = new Map(listOf(name, cart).map((line) => [line.sku, [model[name].get(line.sku)!.line, line.id]]))
  }
}

const bare = { zip: '', code: '', hasCard: false } as const
const piecesOf = (lines: Lines) => Object.fromEntries([...lines].map(([thing, { pieces }]) => [thing, pieces]))

test('SCENE-10, SCENE-11, SCENE-14, BEYOND-11, UX-10, PLAT-09: two tabs and lost answers leave what the smallest shop would have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 16 }), async (commands) => {
      const shopper = world.shopper()
      const model: Model = { cart: new Map(), saved: new Map(), removed: new Map(), lastLine: 0, ...bare }
      const card = await newCard()
      const newTab = (): Tab => ({ ids: { cart: new Map(), saved: new Map() }, lastRemoved: [0, 'none'] })
      const tabs = [newTab(), newTab()] as const
      const plain = { zip: '60601', code: 'TEN', lost: 0 } as const
      const start: Command[] = things.map((thing) => ({ tab: 0, do: 'add', thing, pieces: 2, ...plain }))
      const looks = ([0, 1] as const).map((tab): Command => ({ tab, do: 'look', thing: 0, pieces: 0, ...plain }))
      for (const command of [...start, ...looks, ...commands]) {
        const tab = tabs[command.tab]
        const list = command.do === 'back' || command.do === 'forget' ? 'saved' : 'cart'
        const known = tab.ids[list].get(command.thing) ?? [0, 'none']
        const [line, id] = command.do === 'undo' ? tab.lastRemoved : known
        await send(shopper, command, id, card)
        apply(model, command, line)
        if (command.do === 'remove' || command.do === 'forget') tab.lastRemoved = [line, id]
        const cart = await shopper.call('cart', 'getCartJsx', {})
        if (command.do === 'look') look(tab, model, cart)
        for (const name of ['cart', 'saved'] as const) {
          const there = Object.fromEntries(listOf(name, cart).map((one) => [one.sku, one.quantity]))
          expect(there).toEqual(piecesOf(model[name]))
        }
        const { zip, code, hasCard } = model
        expect([cart.cartSummary.taxZipCode, cart.cartSummary.discountCode]).toEqual([zip, code])
        const giftCardCents = hasCard ? cardCents : 0
        expect(cart.orderSummary).toMatchObject(smallestPrice({ ...countsOf(model), zip, code, giftCardCents }))
      }
    }),
    { numRuns: 30 },
  )
}, 120_000)
