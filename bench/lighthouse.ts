import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumFlags } from './chromium.ts'

export type Audit = {
  /** 0 to 100, the median of the loads. */
  readonly performance: number
  readonly performances: string
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
  const median = (of: keyof Measured) => sorted(audits.map((audit) => audit[of]))[Math.floor(loads / 2)] ?? 0
  return {
    performance: median('performance'),
    performances: audits.map((audit) => audit.performance).join(' '),
    firstPaint: median('firstPaint'),
    largestPaint: median('largestPaint'),
    blockedMs: Math.round(median('blockedMs')),
    layoutShift: Math.max(...audits.map((audit) => audit.layoutShift)),
  }
}

type Measured = Omit<Audit, 'performances'>

async function auditOnce(chromium: string, url: string, cookie: string): Promise<Measured> {
  const browser = await launch({ chromePath: chromium, chromeFlags: chromiumFlags, logLevel: 'silent' })
  try {
    const run = await lighthouse(url, {
      port: browser.port,
      logLevel: 'silent',
      onlyCategories: ['performance'],
      formFactor: 'mobile',
      ...(cookie === '' ? {} : { extraHeaders: { Cookie: cookie } }),
    })
    const { audits, categories, runtimeError } = run?.lhr ?? {}
    if (audits === undefined || runtimeError !== undefined) throw new Error(`${url}: ${runtimeError?.message}`)
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    const seconds = (name: string) => Math.round(value(name) / 10) / 100
    return {
      performance: Math.round((categories?.performance?.score ?? 0) * 100),
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
