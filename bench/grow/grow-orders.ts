import type pg from 'pg'
import { windowOfId } from '#domain/shipping/delivery-windows.ts'
import { copyLines } from './copy.ts'
import { dayMs, lineOf, type Retold, retell, type Setting } from './retell.ts'
import { promoCodeOf } from './stories.ts'
import type { Template } from './template.ts'
import { columnsOf, storyTables } from './told-rows.ts'

/** Stories that are written in one transaction. */
export const lotSize = 200
/** The steps from one kind of story to the next: no divisor in common with a thousand, so each comes as often as it weighs. */
const step = 617

/** Which story the nth shopper's is. */
export function templateOf(templates: readonly Template[], nth: number): Template {
  let place = (nth * step) % 1_000
  for (const template of templates) {
    if (place < template.weight) return template
    place -= template.weight
  }
  throw new Error('the weights of all stories are no thousand')
}

type Wanted = {
  readonly orders: number
  /** The lots that stand already, by their number. */
  readonly done: ReadonlySet<number>
  readonly setting: Setting
}

/**
 * Writes orders until there are so many, lot by lot, each in one transaction with the counters it moves: the books hold whenever
 * it is ended, and the next start writes the lots that are missing. One connection beside the other.
 */
export async function growOrders(
  writers: readonly pg.Client[],
  templates: readonly Template[],
  { orders: wanted, done, setting }: Wanted,
  told: (orders: number) => void,
): Promise<void> {
  const columns = new Map<string, string>()
  for (const writer of writers.slice(0, 1)) {
    for (const table of Object.keys(storyTables)) columns.set(table, (await columnsOf(writer, table)).join(', '))
  }
  let next = 0
  let begun = 0
  let orders = 0
  async function write(client: pg.Client): Promise<void> {
    while (begun < wanted) {
      const number = next++
      const lot = lotOf(templates, number, setting)
      const inIt = lot.reduce((sum, { template }) => sum + template.orders, 0)
      begun += inIt
      if (!done.has(number)) await writeLot(client, columns, { number, lot, setting })
      orders += inIt
      if (!done.has(number)) told(orders)
    }
  }
  await Promise.all(writers.map(write))
}

function lotOf(templates: readonly Template[], number: number, setting: Setting): Retold[] {
  return Array.from({ length: lotSize }, (_, place) => {
    const nth = number * lotSize + place
    return retell(templateOf(templates, nth), nth, setting)
  })
}

type Lot = { readonly number: number; readonly lot: readonly Retold[]; readonly setting: Setting }

async function writeLot(
  client: pg.Client,
  columns: ReadonlyMap<string, string>,
  { number, lot, setting }: Lot,
): Promise<void> {
  await client.query('begin')
  for (const table of Object.keys(storyTables)) {
    if (table === 'trip_hold') await openTrips(client, lot)
    await copyLines(client, `copy shop.${table} (${columns.get(table)}) from stdin`, linesOf(lot, table, setting.until))
  }
  await countPromoUses(client, lot, number * lotSize)
  await client.query('insert into grown.lot values ($1)', [number])
  await client.query('commit')
}

function* linesOf(lot: readonly Retold[], table: string, until: number): Generator<string> {
  const { days = Number.POSITIVE_INFINITY, aged } = storyTables[table] ?? {}
  for (const { template, values, at } of lot) {
    const age = (until - at) / dayMs
    if (age > days) continue
    const rows = aged !== undefined && age > aged.days ? template.aged[table] : template.tables[table]
    for (const row of rows ?? []) yield lineOf(row, values)
  }
}

/** Places that one trip has here: all of these stories live in one region. */
const capacity = 1_000

/** In the order of their numbers, as orders take them: so two lots that want the same wait for one another. */
async function openTrips(client: pg.Client, lot: readonly Retold[]): Promise<void> {
  const trips = lot.flatMap(({ template, values }) =>
    template.parts.flatMap((part, place) => (part.kind === 'trip' ? [Number(values[place])] : [])),
  )
  for (const [tripId, all] of [...Map.groupBy(trips, (trip) => trip)].sort(([one], [other]) => one - other)) {
    const window = windowOfId(tripId)
    await client.query(
      `insert into shop.trip (trip_id, day, region, from_time, to_time, capacity, booked) overriding system value
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (trip_id) do update set booked = shop.trip.booked + excluded.booked`,
      [tripId, window?.date, window?.region, window?.from, window?.to, capacity, all.length],
    )
  }
}

async function countPromoUses(client: pg.Client, lot: readonly Retold[], first: number): Promise<void> {
  const used = lot.flatMap(({ template }, place) =>
    Array.from({ length: template.promoUses }, () => promoCodeOf(first + place)),
  )
  for (const [code, all] of [...Map.groupBy(used, (code) => code)].sort(([one], [other]) => (one < other ? -1 : 1))) {
    await client.query('update shop.promo set uses = uses + $2 where code = $1', [code, all.length])
  }
}
