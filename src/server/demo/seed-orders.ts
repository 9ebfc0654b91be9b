import type { Installation } from '#domain/order/payment-reference.ts'
import type { Database } from '#server/db/database.ts'
import { raiseResolvedDemoAlarm } from '#server/jobs/demo-alarm-store.ts'
import type { DemoStories, DemoStory } from './demo-orders-file.ts'
import { countDemoOrders, markDemoShoppers, writeDemoRows } from './demo-orders-store.ts'
import { randomOf } from './random.ts'
import { momentOf, sayPart } from './retelling.ts'

const minuteMs = 60_000
/** The orders lie within the last three hours; none of their stories is as long as what is left before now. */
const spanMs = 178 * minuteMs
const restMs = minuteMs

type Setting = {
  readonly installation: Installation
  readonly macOf: (email: string) => Buffer
  readonly now: Date
}

/** Tells the stories again as orders of the last three hours, once in a database; answers how many orders there are of them. */
export async function seedDemoOrders(
  database: Database,
  { columns, stories }: DemoStories,
  setting: Setting,
): Promise<number> {
  const all = stories.flatMap((story) => Array.from({ length: story.times }, () => story))
  // each kind all over the hours, not one after the other
  const told = all.map((story, nth) => retell(story, nth, (nth * stride) % all.length, setting))
  await database.transaction(async (tx) => {
    if ((await countDemoOrders(tx)) > 0) return
    for (const [table, names] of Object.entries(columns)) {
      const rows = told.flatMap(({ rows }) => rows[table] ?? [])
      if (rows.length === 0) continue
      await writeDemoRows(tx, table, names, rows)
      if (table === 'shopper') {
        const place = names.findIndex(({ name }) => name === 'shopper_id')
        await markDemoShoppers(
          tx,
          rows.flatMap((row) => row[place] ?? []),
        )
      }
    }
    await raiseResolvedDemoAlarm(tx)
  })
  return countDemoOrders(database)
}

/** No divisor in common with the number of stories that are told. */
const stride = 7

type Rows = { readonly [table: string]: readonly (readonly (string | null)[])[] }

function retell(story: DemoStory, nth: number, place: number, { installation, macOf, now }: Setting): { rows: Rows } {
  const at = momentOf(place, now.getTime() - restMs, spanMs)
  const values: string[] = []
  const telling = { nth, random: randomOf(nth), values, later: at - story.began, installation, macOf }
  for (const part of story.parts) values.push(sayPart(part, telling))
  const said = (cell: readonly (string | number)[] | null) =>
    cell?.map((piece) => (typeof piece === 'string' ? piece : values[piece])).join('') ?? null
  return {
    rows: Object.fromEntries(
      Object.entries(story.rows).map(([table, rows]) => [table, rows.map((row) => row.map(said))]),
    ),
  }
}
