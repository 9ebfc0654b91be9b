// npm run drill:failover [-- --rounds 5 --from killed --seed 7 --until-live --patroni FILE]: what befalls a primary befalls one of two
// servers that Patroni looks after, while shoppers order from two web processes and a worker; deploy/ is what is tried.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { deployed } from '#test/drill/failover/deployed.ts'
import { failOver } from '#test/drill/failover/fail-over.ts'
import { missingForFailover, patroniVersion, whyRefused } from '#test/drill/failover/packages.ts'
import { rounds } from '#test/drill/failover/rounds.ts'

const word = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({
  options: { rounds: word, from: word, seed: word, patroni: word, 'until-live': flag, inside: flag },
})
const count = Number(values.rounds ?? 5)
const names = rounds.map(({ name }) => name)
const first = names.indexOf(values.from ?? 'killed')
if (!Number.isInteger(count) || count < 1) throw new Error('--rounds: 1 or more')
if (first === -1) throw new Error(`--from: one of ${names.join(', ')}`)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const configuration = values.patroni ?? deployed('patroni/patroni.yml')

const missing = missingForFailover()
const refused = missing.length > 0 ? null : whyRefused(readFileSync(configuration, 'utf8'), patroniVersion())
if (missing.length > 0 || refused !== null) {
  console.log(refused ?? `Skipped, nothing was tried. Not installed: ${missing.join(', ')}`)
  process.exitCode = refused === null ? 1 : 2
} else if (values.inside) {
  const taken = Array.from({ length: count }, (_, nth) => rounds[(first + nth) % rounds.length]).flatMap(
    (one) => one ?? [],
  )
  const faults = await failOver({ taken, seed, configuration, isHoldWaitedFor: values['until-live'] })
  for (const fault of faults) console.log(`FAULT: ${fault}`)
  console.log(
    faults.length === 0 ? 'No order lost, none twice, nothing given back.' : `${faults.length} faults, seed ${seed}`,
  )
  process.exit(faults.length === 0 ? 0 : 1)
} else {
  // a network and a table of processes of its own: what it makes goes with it, however it ends. The shell takes in orphans.
  const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', '"$@"; exit $?', 'sh']
  const child = spawn(
    '/usr/bin/setpriv',
    ['--pdeathsig', 'KILL', '/usr/bin/unshare', ...own, process.execPath, ...process.argv.slice(1), '--inside'],
    {
      stdio: 'inherit',
    },
  )
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}
