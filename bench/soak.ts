import { parseArgs } from 'node:util'
import { startBenchPostgres } from './postgres.ts'
import { judgeSoak, soakText } from './soak-judge.ts'
import { soak } from './soak-run.ts'
import { setStage } from './stage.ts'

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(options.minutes)
if (!(minutes > 0)) {
  console.error('Say how long: npm run bench:soak -- --minutes 30')
  process.exit(2)
}

const postgres = await startBenchPostgres()
try {
  const stage = await setStage(postgres, { carts: 0, carts30: 0, recipientIds: 0, reviews: 0 })
  const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
  const looks = await soak(postgres, stage, { length: { seconds: minutes * 60 }, shoppers: 16, say })
  stage.close()
  // what fills itself once has had ten minutes, or a third of a shorter run
  const verdict = judgeSoak(looks, Math.min(600, minutes * 20), { isShort: minutes < 20 })
  console.log(soakText(looks, verdict))
  process.exitCode = verdict.missed.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
}
