// The shop's server with pages from their sources; started by scripts/dev-stores.ts.
import { runShop } from '#server/run/run-shop.ts'
import { openDevStorefront } from './dev-storefront.ts'

await runShop(openDevStorefront)
