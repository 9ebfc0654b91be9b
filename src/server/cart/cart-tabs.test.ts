import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { item } from '#test/builders/basket.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
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
}

/** What a tab knows since it last looked: the ids of lines, and which line it took out last. */
type Tab = { readonly ids: { [Name in List]: Map<number, [line: number, id: string]> }; lastRemoved: [number, string] }

type Command = {
  readonly tab: 0 | 1
  readonly do: 'look' | 'add' | 'update' | 'remove' | 'save' | 'back' | 'forget' | 'undo'
  readonly thing: number
  readonly pieces: number
  /** How often the answer is lost and the same request sent again. */
  readonly lost: number
}
const anyCommand: fc.Arbitrary<Command> = fc.record({
  tab: fc.constantFrom(0 as const, 1 as const),
  do: fc.constantFrom('look' as const, 'add', 'update', 'remove', 'save', 'back', 'forget', 'undo'),
  thing: fc.constantFrom(...things),
  pieces: fc.integer({ min: 0, max: 70 }),
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
    case 'undo': {
      const old = model.removed.get(line)
      if (old !== undefined && put(model, old.list, old)) model.removed.delete(line)
    }
  }
}

const calls = {
  update: 'updateItem',
  remove: 'removeItem',
  save: 'saveForLater',
  back: 'moveToCart',
  forget: 'removeItemFromSaveForLater',
  undo: 'restoreItem',
} as const
let keys = 0

async function send(shopper: TestShopper, command: Command, id: string): Promise<void> {
  const key = `tab-${process.pid}-${++keys}`
  for (let times = 0; times <= command.lost; times += 1) {
    if (command.do === 'add') {
      await shopper.call('cart', 'addItems', { items: [item(command.thing, command.pieces)] }, { key })
    } else if (command.do !== 'look') {
      const body = command.do === 'update' ? { lineItemId: id, quantity: command.pieces } : { lineItemId: id }
      await shopper.call('cart', calls[command.do], body as never, { key })
    }
  }
}

const listOf = (name: List, cart: CartReply) => (name === 'cart' ? cart.lineItems : cart.savedForLater)

/** The tab loads the cart: it knows the id of every line that is there. */
function look(tab: Tab, model: Model, cart: CartReply): void {
  for (const name of ['cart', 'saved'] as const) {
    tab.ids[name] = new Map(listOf(name, cart).map((line) => [line.sku, [model[name].get(line.sku)!.line, line.id]]))
  }
}

const piecesOf = (lines: Lines) => Object.fromEntries([...lines].map(([thing, { pieces }]) => [thing, pieces]))

test('SCENE-14, BEYOND-11, UX-10, PLAT-09: two tabs and lost answers leave what the smallest shop would have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 16 }), async (commands) => {
      const shopper = world.shopper()
      const model: Model = { cart: new Map(), saved: new Map(), removed: new Map(), lastLine: 0 }
      const newTab = (): Tab => ({ ids: { cart: new Map(), saved: new Map() }, lastRemoved: [0, 'none'] })
      const tabs = [newTab(), newTab()] as const
      const start: Command[] = things.map((thing) => ({ tab: 0, do: 'add', thing, pieces: 40, lost: 0 }))
      const looks: Command[] = [0, 1].map((tab) => ({ tab: tab as 0 | 1, do: 'look', thing: 0, pieces: 0, lost: 0 }))
      for (const command of [...start, ...looks, ...commands]) {
        const tab = tabs[command.tab]
        const list = command.do === 'back' || command.do === 'forget' ? 'saved' : 'cart'
        const known = tab.ids[list].get(command.thing) ?? [0, 'none']
        const [line, id] = command.do === 'undo' ? tab.lastRemoved : known
        await send(shopper, command, id)
        apply(model, command, line)
        if (command.do === 'remove' || command.do === 'forget') tab.lastRemoved = [line, id]
        const cart = await shopper.call('cart', 'getCartJsx', {})
        if (command.do === 'look') look(tab, model, cart)
        for (const name of ['cart', 'saved'] as const) {
          const there = Object.fromEntries(listOf(name, cart).map((one) => [one.sku, one.quantity]))
          expect(there).toEqual(piecesOf(model[name]))
        }
        const lines = cart.lineItems.reduce((total, one) => total + one.totalPrice, 0)
        expect(cart.orderSummary.subtotal).toBe(lines)
      }
    }),
    { numRuns: 30 },
  )
}, 120_000)
