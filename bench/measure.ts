import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Processes whose CPU time is read beside a measurement, by what they are. */
export type Watched = {
  readonly server?: number
  readonly postgres?: number
  readonly gateway?: number | undefined
}

/** One stretch of measuring: the time of each operation in ms, and what the stretch took. */
export type Sample = {
  readonly times: readonly number[]
  readonly seconds: number
  /** CPU seconds of each process; `client` is who measures, `machine` all there is. */
  readonly cpu: { readonly [name in keyof ReturnType<typeof cpuOf>]: number }
  readonly serverMb: number
}

export type Figures = {
  readonly operations: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** CPU milliseconds per operation of each process. */
  readonly cpu: {
    readonly server: number
    readonly postgres: number
    readonly gateway: number
    readonly client: number
  }
  readonly serverMb: number
  /** Part of the machine that other programs took meanwhile, 0 to 1: a figure taken beside them is too low. */
  readonly others: number
}

/** One operation of one shopper, whichever comes next; answers its time in ms, or undefined when the supply has run out. */
export type Operation = (shopper: number) => Promise<number | undefined>

/** Runs `operation` at `shoppers` at once until `seconds` are over or the supply is. */
export async function measure(
  operation: Operation,
  shoppers: number,
  seconds: number,
  watched: Watched,
): Promise<Sample> {
  const times: number[] = []
  const before = cpuOf(watched)
  const started = performance.now()
  const until = started + seconds * 1000
  await Promise.all(
    Array.from({ length: shoppers }, async (_, shopper) => {
      while (performance.now() < until) {
        const ms = await operation(shopper)
        if (ms === undefined) return
        times.push(ms)
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  const after = cpuOf(watched)
  const used = (name: keyof typeof after) => after[name] - before[name]
  return {
    times,
    seconds: elapsed,
    cpu: {
      server: used('server'),
      postgres: used('postgres'),
      gateway: used('gateway'),
      client: used('client'),
      machine: used('machine'),
    },
    serverMb: residentMb(watched.server),
  }
}

/** The figures of some stretches taken together. */
export function figuresOf(samples: readonly Sample[]): Figures {
  const times = samples.flatMap((sample) => sample.times).sort((a, b) => a - b)
  const seconds = samples.reduce((sum, sample) => sum + sample.seconds, 0)
  const cpu = (name: keyof Sample['cpu']) => samples.reduce((sum, sample) => sum + sample.cpu[name], 0)
  const each = (name: keyof Sample['cpu']) => (cpu(name) * 1000) / Math.max(1, times.length)
  const ours = cpu('server') + cpu('postgres') + cpu('gateway') + cpu('client')
  return {
    operations: times.length,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: { server: each('server'), postgres: each('postgres'), gateway: each('gateway'), client: each('client') },
    serverMb: Math.max(...samples.map((sample) => sample.serverMb)),
    others: Math.max(0, (cpu('machine') - ours) / (seconds * availableParallelism())),
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function cpuOf({ server, postgres, gateway }: Watched) {
  const { user, system } = process.cpuUsage()
  return {
    server: cpuSeconds(server),
    postgres: postgres === undefined ? 0 : familySeconds(postgres),
    gateway: cpuSeconds(gateway),
    client: (user + system) / 1e6,
    machine: machineSeconds(),
  }
}

/** What all processors of the machine have worked so far; waiting for disks is no work. */
export function machineSeconds(): number {
  const [, user, nice, system, , , irq, softirq] = procFile('stat').split('\n', 1)[0]?.split(/\s+/).map(Number) ?? []
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softirq ?? 0)) / 100
}

/** User and system time of a process in seconds (Linux: 100 ticks a second); 0 where /proc is not there. */
export function cpuSeconds(pid: number | undefined): number {
  const fields = fieldsOf(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

/** The same for a process and its children, those that have ended among them. */
export function familySeconds(parent: number): number {
  const own = fieldsOf(parent)
  const ended = (Number(own[13] ?? 0) + Number(own[14] ?? 0)) / 100
  return childrenOf(parent).reduce((sum, pid) => sum + cpuSeconds(pid), cpuSeconds(parent) + ended)
}

export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && fieldsOf(Number(name))[1] === String(parent))
    .map(Number)
}

export function residentMb(pid: number | undefined, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(procFile(`${pid}/status`))
  return line ? Number(line[1]) / 1024 : 0
}

/** The fields of /proc/PID/stat from the state on. */
function fieldsOf(pid: number | undefined): string[] {
  const stat = procFile(`${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function procFile(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8')
  } catch {
    return ''
  }
}
