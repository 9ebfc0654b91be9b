import { measureCachedPage } from './cached-page.ts'
import { type Row, rowOf } from './report.ts'
import { compare, crowds, type Recording, record, type Scenario } from './scenarios.ts'
import type { Scene } from './scene.ts'
import { compareStates, readState } from './state.ts'

type ReplayedScene = Scene & {
  /** Whole guest orders. */
  readonly guests: number
}

/** Each call beside its own statements, sent again by bare clients; a page from the cache beside Fastify. */
export async function measureReplayed(scene: ReplayedScene): Promise<Row[]> {
  const { postgres, stage, client, folder, say } = scene
  const guests = Array.from({ length: scene.guests }, () => ({
    cookie: '',
    token: '',
    lineItemId: '',
    recipientIds: [],
  }))
  const scenarios: readonly Scenario[] = [
    { what: 'productUncached', isRead: true, visitors: stage.carts.slice(0, 200) },
    { what: 'getCart', isRead: true, visitors: stage.carts.slice(0, 200) },
    { what: 'addItem', isRead: false, visitors: stage.carts },
    { what: 'changeQuantity', isRead: false, visitors: stage.carts },
    { what: 'getCart30', isRead: true, visitors: stage.carts30.slice(0, 200) },
    { what: 'changeQuantity30', isRead: false, visitors: stage.carts30 },
    { what: 'applyPromo', isRead: false, visitors: stage.carts.slice(0, Math.round(stage.carts.length / 3)) },
    { what: 'readCheckout1', isRead: true, visitors: stage.homes1 },
    { what: 'readCheckout5', isRead: true, visitors: stage.homes5 },
    { what: 'saveOptions1', isRead: false, visitors: stage.homes1 },
    { what: 'saveOptions5', isRead: false, visitors: stage.homes5 },
    { what: 'placeOrder', isRead: false, visitors: stage.reviews },
    { what: 'guestOrder', isRead: false, visitors: guests },
  ]
  say('writing down the SQL')
  await postgres.clone(stage.database, 'recorded')
  await postgres.logStatements('recorded')
  const listened = await stage.serve('recorded')
  const recordings = new Map<string, Recording>()
  for (const scenario of scenarios) {
    recordings.set(scenario.what, await record({ client, server: listened, postgres, stage }, scenario, folder))
  }
  await listened.stop()
  for (const what of ['readCheckout', 'saveOptions']) {
    const [one, five] = [1, 5].map((recipientIds) => recordings.get(`${what}${recipientIds}`)?.statements)
    if (one !== five) throw new Error(`${what}: ${one} statements for one home, ${five} for five`)
  }

  await postgres.clone(stage.database, 'product')
  const url = await postgres.clone(stage.database, 'replayed')
  const server = await stage.serve('product')
  const rows: Row[] = []
  for (const crowd of crowds) {
    say(`cached product page, ${crowd}`)
    const page = await measureCachedPage(server, stage.shopOf(server).productPath, crowd, 6)
    rows.push(rowOf(`product page, cached (${page.bytes} B)`, crowd, page.product, page.limit))
    rows.push(rowOf('the same behind proxies', crowd, page.proxied, page.product))
  }
  for (const scenario of scenarios) {
    say(scenario.what)
    const recording = recordings.get(scenario.what)
    if (recording === undefined) throw new Error(`${scenario.what} was not recorded`)
    for (const crowd of crowds) {
      const { product, limit } = await compare(
        { client, server, postgres, stage },
        scenario,
        { url, file: recording.file },
        crowd,
      )
      rows.push(rowOf(scenario.what, crowd, product, limit, recording))
    }
  }
  await server.stop()
  compareStates(await readState(postgres, 'product'), await readState(postgres, 'replayed'))
  return rows
}
