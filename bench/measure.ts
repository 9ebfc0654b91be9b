import { readFileSync } from 'node:fs'

export type Figures = {
  readonly operations: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly cpuMsPerOperation: number
  readonly memoryMb: number
}

/** One operation of one shopper, whichever comes next; answers its own time in ms, or undefined when the supply has run out. */
export type Operation = (shopper: number) => Promise<number | undefined>

/** Runs `operation` at `shoppers` at once until `seconds` are over or the supply is, and reads the server's CPU time beside it. */
export async function measure(
  operation: Operation,
  shoppers: number,
  seconds: number,
  serverPid: number | undefined,
): Promise<Figures> {
  const times: number[] = []
  const cpuBefore = cpuSeconds(serverPid)
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
  times.sort((a, b) => a - b)
  return {
    operations: times.length,
    perSecond: times.length / elapsed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpuMsPerOperation: times.length === 0 ? 0 : ((cpuSeconds(serverPid) - cpuBefore) * 1000) / times.length,
    memoryMb: residentMb(serverPid),
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** User and system time of a process in seconds (Linux: 100 ticks a second); 0 where /proc is not there. */
function cpuSeconds(pid: number | undefined): number {
  const fields = procFile(pid, 'stat')?.split(') ')[1]?.split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) / 100 : 0
}

export function residentMb(pid: number | undefined): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(procFile(pid, 'status') ?? '')
  return line ? Number(line[1]) / 1024 : 0
}

function procFile(pid: number | undefined, name: string): string | undefined {
  if (pid === undefined) return undefined
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}
