import { add, item } from '#test/builders/cart-calls.ts'
import { piece } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import type { World } from '#test/world.ts'

let next = 8_000

/** A piece that only this test touches. */
export async function freshPiece(world: World, of: Parameters<typeof piece>[3] = {}): Promise<number> {
  next += 1
  await world.importLines(piece('CB', next, `Piece ${next}`, of))
  return next
}

/** A shopper with the pieces, the first `gone` of which were taken off sale since. */
export async function withGone(
  world: World,
  total: number,
  gone: number,
): Promise<{ readonly shopper: TestShopper; readonly pieces: readonly number[] }> {
  const shopper = world.shopper()
  const pieces: number[] = []
  for (let count = 0; count < total; count += 1) pieces.push(await freshPiece(world))
  await add(shopper, ...pieces.map((number) => item(number)))
  for (const number of pieces.slice(0, gone))
    await world.importLines(piece('CB', number, `Piece ${number}`, { status: 'nla' }))
  return { shopper, pieces }
}
