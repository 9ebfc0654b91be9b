import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumFlags } from './chromium.ts'

export type Audit = {
  /** 0 to 100, the median of the loads. */
  readonly performance: number
  readonly performances: string
  /** 0 to 100, the least of the loads; not all is measured where a page is nobody's but the shopper's. */
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  /** What took points off, outside performance. */
  readonly faults: string
  /** Seconds. */
  readonly firstPaint: number
  readonly largestPaint: number
  readonly blockedMs: number
  /** The worst of the loads. */
  readonly layoutShift: number
}

/** Lighthouse's own mobile test (simulated slow 4G, processor four times slower), some loads of a page. */
export async function lighthouseOf(chromium: string, url: string, cookie: string, loads: number): Promise<Audit> {
  const audits: Measured[] = []
  for (let nth = 0; nth < loads; nth += 1) {
    // Chromium now and then loses a trace; Lighthouse then asks to be run again
    const audit = await auditOnce(chromium, url, cookie).catch(() => auditOnce(chromium, url, cookie))
    audits.push(audit)
  }
  const median = (of: keyof Measured) => sorted(audits.map((audit) => Number(audit[of])))[Math.floor(loads / 2)] ?? 0
  const least = (of: keyof Measured) => Math.min(...audits.map((audit) => Number(audit[of])))
  return {
    performance: median('performance'),
    performances: audits.map((audit) => audit.performance).join(' '),
    accessibility: least('accessibility'),
    bestPractices: least('bestPractices'),
    seo: least('seo'),
    faults: [...new Set(audits.flatMap((audit) => (audit.faults === '' ? [] : audit.faults.split(' '))))].join(' '),
    firstPaint: median('firstPaint'),
    largestPaint: median('largestPaint'),
    blockedMs: Math.round(median('blockedMs')),
    layoutShift: Math.max(...audits.map((audit) => audit.layoutShift)),
  }
}

const others = ['accessibility', 'best-practices', 'seo'] as const

type Measured = Omit<Audit, 'performances'>

async function auditOnce(chromium: string, url: string, cookie: string): Promise<Measured> {
  const browser = await launch({ chromePath: chromium, chromeFlags: chromiumFlags, logLevel: 'silent' })
  try {
    const run = await lighthouse(url, {
      port: browser.port,
      logLevel: 'silent',
      onlyCategories: ['performance', ...others],
      formFactor: 'mobile',
      ...(cookie === '' ? {} : { extraHeaders: { Cookie: cookie } }),
    })
    const { audits, categories, runtimeError } = run?.lhr ?? {}
    if (audits === undefined || runtimeError !== undefined) throw new Error(`${url}: ${runtimeError?.message}`)
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    const seconds = (name: string) => Math.round(value(name) / 10) / 100
    const score = (name: string) => Math.round((categories?.[name]?.score ?? 0) * 100)
    const faults = others.flatMap((name) =>
      (categories?.[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    )
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      faults: faults.join(' '),
      firstPaint: seconds('first-contentful-paint'),
      largestPaint: seconds('largest-contentful-paint'),
      blockedMs: value('total-blocking-time'),
      layoutShift: value('cumulative-layout-shift'),
    }
  } finally {
    await browser.kill()
  }
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}
