// Two carts race for each thing that only one of them can have, a thousand times and more.
import type { DrillWorld } from '#test/drill/drill-world.ts'
import { drillOrders } from '#test/drill/orders.ts'
import { contested, faultOfRace, raceFor } from '#test/order/contested.ts'
import { cardToken } from '#test/order/gateway.ts'

/** So many races take place beside each other. */
const lanes = 8
/** A token of the gateway lives for 15 minutes. */
const racesPerToken = 500

/** Races for each of the four, `times` times; answers in words what went wrong. */
export async function raceAll({ database, gateway }: DrillWorld, times: number): Promise<string[]> {
  const { gatewayOrigin: origin, config } = gateway
  const orders = await drillOrders(database, { origin, ...config.gateway }, { connectMs: 20_000, answerMs: 20_000 })
  const faults: string[] = []
  for (const kind of contested) {
    const began = performance.now()
    const before = faults.length
    for (let done = 0; done < times; done += racesPerToken) {
      const token = await cardToken(gateway)
      let left = Math.min(racesPerToken, times - done)
      const lane = async () => {
        while (left > 0) {
          left -= 1
          const fault = faultOfRace(await raceFor(orders, kind, token))
          if (fault !== null) faults.push(`${kind}: ${fault}`)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`${times} races for a ${kind}: ${faults.length - before} without exactly one winner, ${seconds} s`)
  }
  orders.close()
  return faults
}
