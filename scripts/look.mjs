// Takes pictures of every page and popup of the cart, in both brands at three widths, from a running store:
//   node scripts/look.mjs [port, 3000] [folder, build/look]
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from './chromium.mjs'

const [port = '3000', folder = 'build/look'] = process.argv.slice(2)
const stores = { cb: '/product/410000', cb2: '/product/620000' }
const widths = [390, 820, 1440]

const answer = {
  isSuccess: true,
  redirectUrl: '/checkout/shipping',
  isLoggedIn: false,
  popupUrl: '',
  errorType: 0,
  errorMessage: '',
  IsReset: false,
  oversizedItems: [],
  items: [],
  basketVersion: 1,
  changes: [],
}
const boxes = [{ boxNumber: 1, quantity: 2, width: 62, depth: 32, height: 12 }]
/** What the checkout call answers, to bring up each popup of the cart. */
const answers = {
  login: answer,
  oversized: { ...answer, oversizedItems: [{ sku: 1, title: 'A sofa', boxes }] },
  message: { ...answer, isSuccess: false, errorMessage: 'Your cart has changed.' },
}

async function still(page, name, isFull = true) {
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: isFull })
}

async function look(browser, store, width) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const at = (name) => `${name}-${store}-${width}`
  const open = (path) => page.goto(`http://${store}.localhost:${port}${path}`, { waitUntil: 'networkidle' })
  const pages = {
    home: '/',
    category: '/category/furniture',
    product: stores[store],
    empty: '/checkout/cart',
    login: '/account/login',
    create: '/account/create-account',
    terms: '/customer-service/terms-of-use',
    missing: '/nothing-here',
  }
  for (const [name, path] of Object.entries(pages)) {
    await open(path)
    await still(page, at(name))
  }
  await open(stores[store])
  await page.locator('#buy button[type=submit] >> visible=true').first().click()
  await page.locator('dialog[open]').waitFor()
  await still(page, at('added'), false)
  await open('/checkout/cart')
  await still(page, at('cart'))
  for (const [name, reply] of Object.entries(answers)) {
    await page.route('**/ReactCart/Checkout', (route) => route.fulfill({ json: reply }))
    await open('/checkout/cart')
    await page.getByRole('button', { name: 'Checkout' }).click()
    await page.locator('dialog[open]').waitFor()
    await still(page, at(name), false)
    await page.unroute('**/ReactCart/Checkout')
  }
  await context.close()
}

mkdirSync(folder, { recursive: true })
const executablePath = await findChromium()
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
try {
  for (const store of Object.keys(stores)) for (const width of widths) await look(browser, store, width)
} finally {
  await browser.close()
}
console.log(`Pictures of every page are in ${folder}`)
