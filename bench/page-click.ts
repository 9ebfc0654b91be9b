import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumFlags } from './chromium.ts'

/** Milliseconds since the navigation began. */
export type Spread = { readonly median: number; readonly least: number; readonly most: number }

export type Clicks = {
  /** The page is painted. */
  readonly painted: Spread
  /** From here on a press is kept for the program, or heard by it; before, the browser sends the native form. */
  readonly listening: Spread
  /** React has taken the button. */
  readonly taken: Spread
  /** Pressed as soon as React has it: the confirmation is there. */
  readonly confirmed: Spread
  /** Pressed at 1.8 s: when the page got the press, and when it said so; missing where the native form was sent instead. */
  readonly pressed: Spread
  readonly heard: Spread
  /** The confirmation is there after that press, or the native form has led to the cart. */
  readonly bought: Spread
  /** The same, pressed as soon as the page is painted. */
  readonly boughtFromPaint: Spread
  /** Part of the presses at 1.8 s that the page itself has heard; not milliseconds. */
  readonly heardShare: number
  /** The sum of all layout shifts of a load; not milliseconds. */
  readonly layoutShift: Spread
}

/** Slow 4G as Lighthouse names it, really applied: 562.5 ms of latency, 1.6 Mbit/s down and 750 kbit/s up, nine tenths of each. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
}

type Load = { readonly [Name in keyof Omit<Clicks, 'heardShare'>]?: number | undefined }

/** When one can buy on a slow phone, over some loads of a product page with nothing cached. */
export async function measureClicks(executablePath: string, url: string, loads: number): Promise<Clicks> {
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  const measured: Load[] = []
  try {
    for (let nth = 0; nth < loads; nth += 1) {
      for (const press of [whenTaken, shortlyBefore2s, whenPainted]) {
        const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true })
        measured.push(await load(context, url, press))
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
  const spread = (name: keyof Load): Spread => {
    const values = measured.flatMap((one) => one[name] ?? []).sort((a, b) => a - b)
    const digits = name === 'layoutShift' ? 4 : 0
    const at = (place: number) => Number((values[place] ?? Number.NaN).toFixed(digits))
    return { median: at(Math.floor(values.length / 2)), least: at(0), most: at(values.length - 1) }
  }
  return {
    painted: spread('painted'),
    listening: spread('listening'),
    taken: spread('taken'),
    confirmed: spread('confirmed'),
    pressed: spread('pressed'),
    heard: spread('heard'),
    bought: spread('bought'),
    heardShare: measured.filter((one) => one.heard !== undefined).length / loads,
    boughtFromPaint: spread('boughtFromPaint'),
    layoutShift: spread('layoutShift'),
  }
}

async function load(context: BrowserContext, url: string, press: (page: Page) => Promise<Load>): Promise<Load> {
  const page = await context.newPage()
  const protocol = await context.newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.emulateNetworkConditions', slow4G)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.benchMarks?.painted !== undefined, undefined, { polling: 10 })
  return press(page)
}

async function whenTaken(page: Page): Promise<Load> {
  const button = await buttonInView(page)
  await page.waitForFunction(() => window.benchMarks?.taken !== undefined, undefined, { polling: 10 })
  await page.mouse.click(button.x, button.y)
  await page.locator('dialog[open]').waitFor()
  const { painted, listening, taken, confirmed, layoutShift } = await page.evaluate(
    () => window.benchMarks ?? { layoutShift: 0 },
  )
  return { painted, listening, taken, confirmed, layoutShift }
}

async function shortlyBefore2s(page: Page): Promise<Load> {
  const button = await buttonInView(page)
  const began = await page.evaluate(() => performance.timeOrigin)
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + 1_800 - Date.now())))
  const bought = await buy(page, button, began)
  if (!page.url().includes('/product/')) return { bought }
  const { pressed, heard } = await page.evaluate(() => window.benchMarks ?? { layoutShift: 0 })
  return { pressed, heard, bought }
}

async function whenPainted(page: Page): Promise<Load> {
  const button = await buttonInView(page)
  const began = await page.evaluate(() => performance.timeOrigin)
  return { boughtFromPaint: await buy(page, button, began) }
}

type Point = { readonly x: number; readonly y: number }

/** Presses the button; answers when the confirmation was there, or the cart with the piece in it. */
async function buy(page: Page, button: Point, began: number): Promise<number> {
  await page.mouse.click(button.x, button.y)
  const cart = page.waitForURL(/\/checkout\/cart$/, { waitUntil: 'commit' })
  await Promise.any([cart, page.locator('dialog[open]').waitFor()])
  return Date.now() - began
}

/** The middle of the 'Add to Cart' that a thumb could press now. */
async function buttonInView(page: Page): Promise<Point> {
  const found = await page.evaluate(() => {
    for (const button of document.querySelectorAll('form#buy button[type=submit]')) {
      const { x, y, width, height } = button.getBoundingClientRect()
      if (height > 0 && y >= 0 && y + height <= innerHeight) return { x: x + width / 2, y: y + height / 2 }
    }
    return null
  })
  if (found === null) throw new Error("no 'Add to Cart' is in view")
  return found
}

declare global {
  interface Window {
    benchMarks?: {
      painted?: number
      listening?: number
      taken?: number
      pressed?: number
      heard?: number
      confirmed?: number
      layoutShift: number
    }
  }
}

/** Runs in the page before anything of it: notes what it sees, by the page's own clock. */
function watch(): void {
  const marks: NonNullable<Window['benchMarks']> = { layoutShift: 0 }
  window.benchMarks = marks
  const listen = window.addEventListener
  window.addEventListener = (...given: Parameters<typeof listen>) => {
    if (given[0] === 'submit') marks.listening ??= performance.now()
    listen.apply(window, given)
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) marks.painted = entry.startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
      if (!shift.hadRecentInput) marks.layoutShift += shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  addEventListener(
    'click',
    (event) => {
      marks.pressed ??= event.timeStamp
    },
    true,
  )
  // the form keeps the press until the program is there, or the program works on it, or has done so
  new MutationObserver(() => {
    if (marks.heard === undefined && document.querySelector('form[data-waiting], [data-busy], dialog[open]')) {
      marks.heard = performance.now()
    }
    if (marks.confirmed === undefined && document.querySelector('dialog[open]')) marks.confirmed = performance.now()
  }).observe(document, { subtree: true, childList: true, attributes: true })
  const timer = setInterval(() => {
    const button = document.querySelector('form#buy button[type=submit]')
    if (button === null || !Object.keys(button).some((key) => key.startsWith('__reactFiber$'))) return
    marks.taken = performance.now()
    clearInterval(timer)
  }, 5)
}
