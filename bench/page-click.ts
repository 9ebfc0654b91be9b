import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumFlags } from './chromium.ts'

/** Milliseconds since the navigation began. */
export type Spread = { readonly median: number; readonly least: number; readonly most: number }

export type Clicks = {
  /** The page is painted. */
  readonly painted: Spread
  /** React has taken the button. */
  readonly taken: Spread
  /** Pressed as soon as React has it: the button says that it works on it, and the confirmation is there. */
  readonly answered: Spread
  readonly confirmed: Spread
  /** Pressed 2 s after the navigation: the confirmation is there, or the native form has led to the cart. */
  readonly boughtFrom2s: Spread
  /** The same, pressed as soon as the page is painted. */
  readonly boughtFromPaint: Spread
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

type Load = { readonly [Name in keyof Clicks]?: number | undefined }

/** When one can buy on a slow phone, over some loads of a product page with nothing cached. */
export async function measureClicks(executablePath: string, url: string, loads: number): Promise<Clicks> {
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  const measured: Load[] = []
  try {
    for (let nth = 0; nth < loads; nth += 1) {
      for (const press of [whenTaken, after2s, whenPainted]) {
        const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true })
        measured.push(await load(context, url, press))
        await context.close()
      }
    }
  } finally {
    await browser.close()
  }
  const spread = (name: keyof Clicks): Spread => {
    const values = measured.flatMap((one) => one[name] ?? []).sort((a, b) => a - b)
    const digits = name === 'layoutShift' ? 4 : 0
    const at = (place: number) => Number((values[place] ?? Number.NaN).toFixed(digits))
    return { median: at(Math.floor(values.length / 2)), least: at(0), most: at(values.length - 1) }
  }
  return {
    painted: spread('painted'),
    taken: spread('taken'),
    answered: spread('answered'),
    confirmed: spread('confirmed'),
    boughtFrom2s: spread('boughtFrom2s'),
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
  const pressed = await press(page)
  const { painted, taken, layoutShift } = await marks(page)
  return { ...pressed, painted, taken, layoutShift }
}

async function whenTaken(page: Page): Promise<Load> {
  await page.waitForFunction(() => window.benchMarks?.taken !== undefined, undefined, { polling: 10 })
  await pressAddToCart(page)
  const answered = await seen(
    page,
    'form#buy button[type=submit][aria-busy=true], [role=status][data-loader], dialog[open]',
  )
  return { answered, confirmed: await seen(page, 'dialog[open]') }
}

async function after2s(page: Page): Promise<Load> {
  await page.waitForFunction(() => performance.now() > 2_000, undefined, { polling: 10 })
  return { boughtFrom2s: await buy(page) }
}

async function whenPainted(page: Page): Promise<Load> {
  await page.waitForFunction(() => window.benchMarks?.painted !== undefined, undefined, { polling: 10 })
  return { boughtFromPaint: await buy(page) }
}

/** Presses the button; answers when the confirmation was there, or the cart with the piece in it. */
async function buy(page: Page): Promise<number> {
  const began = await page.evaluate(() => performance.timeOrigin)
  await pressAddToCart(page)
  const cart = page.waitForURL(/\/checkout\/cart$/, { waitUntil: 'commit' })
  await Promise.any([cart, page.locator('dialog[open]').waitFor()])
  return Date.now() - began
}

/** The browser's own click, at the middle of the button that is in view. */
async function pressAddToCart(page: Page): Promise<void> {
  const buttons = page.locator('form#buy button[type=submit]')
  for (let nth = (await buttons.count()) - 1; nth >= 0; nth -= 1) {
    const box = await buttons.nth(nth).boundingBox()
    if (box === null || box.height === 0 || box.y + box.height > 823) continue
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    return
  }
  throw new Error("no 'Add to Cart' is in view")
}

/** When the first element of the selector was there to be seen. */
async function seen(page: Page, selector: string): Promise<number> {
  const handle = await page.waitForFunction(
    (wanted) => {
      const found = [...document.querySelectorAll(wanted)].some((element) => element.getClientRects().length > 0)
      return found ? performance.now() : false
    },
    selector,
    { polling: 10 },
  )
  return Number(await handle.jsonValue())
}

declare global {
  interface Window {
    benchMarks?: { painted?: number; taken?: number; layoutShift: number }
  }
}

/** Runs in the page before anything of it: notes first paint, layout shifts, and when React has taken the button. */
function watch(): void {
  const marks: NonNullable<Window['benchMarks']> = { layoutShift: 0 }
  window.benchMarks = marks
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) marks.painted = entry.startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
      if (!shift.hadRecentInput) marks.layoutShift += shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const timer = setInterval(() => {
    const button = document.querySelector('form#buy button[type=submit]')
    if (button === null || !Object.keys(button).some((key) => key.startsWith('__reactFiber$'))) return
    marks.taken = performance.now()
    clearInterval(timer)
  }, 5)
}

/** What was noted; nothing of it when the page has been left meanwhile. */
async function marks(page: Page): Promise<Load> {
  if (!page.url().includes('/product/')) return {}
  return page.evaluate(() => window.benchMarks ?? {})
}
