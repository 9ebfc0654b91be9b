// node scripts/ask.mjs healthz          asks the server of this machine whether it lives: ends with 0 or 1
// node scripts/ask.mjs readyz --wait    asks again and again until it can serve
// Where an image or a unit has no shell and no curl: the health of a container, the readiness of a unit.
import { setTimeout as sleep } from 'node:timers/promises'

const [what = 'healthz', ...words] = process.argv.slice(2)
// a process in role worker has this port alone
const port = process.env.OPS_PORT ?? process.env.PORT ?? '3000'

async function isGood() {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/${what}`, { signal: AbortSignal.timeout(4_000) })
    return ok
  } catch {
    return false
  }
}

let good = await isGood()
while (!good && words.includes('--wait')) {
  await sleep(500)
  good = await isGood()
}
process.exitCode = good ? 0 : 1
