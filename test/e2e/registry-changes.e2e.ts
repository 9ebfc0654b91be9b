import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { pathTable } from '#contracts/paths.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { becomeMember } from './member.ts'
import { expectNoFault, expectNoSidewaysScroll } from './page-faults.ts'
import { callStore } from './quick.ts'
import { fill } from './refused.ts'
import { Store } from './store.ts'

const ann = (email: string) => ({ firstName: 'Ann', lastName: 'Bell', email })
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click()

/** A photo as a phone takes it. */
async function photo(width: number, height: number) {
  const meadow = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#cfe3ee"/><stop offset="1" stop-color="#f6efe2"/></linearGradient>
    </defs><rect width="100%" height="100%" fill="url(#sky)"/><circle cx="70%" cy="30%" r="8%" fill="#f3c77b"/>
    <rect y="65%" width="100%" height="35%" fill="#8fa98b"/></svg>`
  const buffer = await sharp(Buffer.from(meadow)).jpeg().toBuffer()
  return { name: 'meadow.jpg', mimeType: 'image/jpeg', buffer }
}

/** From the home page to a new wedding registry; answers its number. */
async function makeRegistry(store: Store): Promise<number> {
  const { page } = store
  await store.open('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find a registry' }).click()
  await main(page).getByRole('link', { name: 'Your own registries' }).click()
  await main(page).getByRole('link', { name: 'Create Registry' }).click()
  await fill(page, { Occasion: 'Wedding', Date: '2027-06-12', "Your partner's name": 'Ben Cole' })
  await press(page, 'Create Registry')
  await expect(page).toHaveURL(/registrant-list\/\d+$/)
  return Number(/\d+$/.exec(page.url())?.[0])
}

/** Wishes for two of an article by its call; answers its name. */
async function wishFor({ page, variant }: Store, grId: number): Promise<string> {
  const { sku, name } = await plainArticle(variant.key, 5)
  await callStore(page, pathTable.registry.addItems.path, { items: [{ Sku: sku, Quantity: 2, GrId: grId }] })
  return name
}

const changed = {
  Occasion: 'Housewarming',
  Date: '2027-08-01',
  'First name': 'Anna',
  'Last name': 'Quince',
  "Your partner's name": 'Otto Marsh',
  'Greeting to your guests': 'We have moved.\nCome by!',
  'When a gift was bought': 'Keep it a surprise',
  "Your partner's email address": 'otto.marsh@example.com',
  'Street address': '742 Evergreen Terrace',
  City: 'Portland',
  State: 'OR',
  'ZIP code': '97205',
}

test('CALM-66: from the home page: a registry is changed in all its parts, its link is copied and shared, and it is closed and opened again', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // the sheet is the device's: here it only notes what it was handed
  await page.addInitScript(() => {
    const share = async (data: ShareData) => {
      document.documentElement.dataset.shared = JSON.stringify(data)
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  const store = new Store(page, 'cb')
  await becomeMember(store, ann('ann.changes@example.com'))
  const wish = await wishFor(store, await makeRegistry(store))

  await main(page).getByRole('link', { name: 'Change', exact: true }).click()
  await expect(main(page).getByLabel('First name')).toHaveValue('Ann')
  await expect(main(page).getByLabel("Your partner's name")).toHaveValue('Ben Cole')
  await fill(page, changed)
  await expectNoSidewaysScroll(page, 'registry-edit')
  await press(page, 'Save')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Housewarming on Aug 1, 2027')
  await expect(main(page)).toContainText('Anna Quince & Otto Marsh')
  await expect(main(page)).toContainText('You want to be surprised')
  await expect(main(page)).toContainText('2 wished for')
  await expect(main(page)).not.toContainText('0 bought')

  await main(page).getByRole('link', { name: 'Change', exact: true }).click()
  for (const [label, value] of Object.entries(changed).filter(([label]) => !/^(Occasion|State|When)/.test(label))) {
    await expect(main(page).getByLabel(label)).toHaveValue(value)
  }
  // nothing that was typed and not saved is lost by what is done beside it
  const greeting = main(page).getByLabel('Greeting to your guests')
  await greeting.fill('Still thinking')
  await main(page).getByLabel('Guests may find it by our names').check()
  const file = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await main(page).getByLabel('Choose a picture').setInputFiles(file)
  await press(page, 'Save picture')
  await expect(main(page).getByRole('alert')).toContainText('could not read this picture')
  await expect(greeting).toHaveValue('Still thinking')
  await main(page)
    .getByLabel('Choose a picture')
    .setInputFiles(await photo(1_200, 800))
  await press(page, 'Save picture')
  await expect(page.getByText('Your picture is on your registry. Your other changes are below')).toBeVisible()
  await expect(greeting).toHaveValue('Still thinking')
  await expect(main(page).getByLabel('Guests may find it by our names')).toBeChecked()
  await expect(main(page).getByRole('img', { name: /Housewarming/ })).toBeVisible()
  await expectNoFault(page, 'registry-edit')
  await main(page).getByRole('link', { name: 'Leave it as it is' }).click()

  await store.untilAlive()
  const link = main(page).getByRole('link', { name: /^http/ })
  const address = (await link.textContent()) ?? ''
  await press(page, 'Copy link')
  await expect(main(page).getByRole('button', { name: 'Copied' })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await expect(main(page).getByRole('button', { name: 'Copy link' })).toBeVisible()
  await press(page, 'Share')
  await expect(page.locator('html')).toHaveAttribute(
    'data-shared',
    JSON.stringify({ title: 'Anna Quince & Otto Marsh: Housewarming on Aug 1, 2027', url: address }),
  )
  await expectNoFault(page, 'registry-view')

  const giver = new Store(await (await browser.newContext({ reducedMotion: 'reduce' })).newPage(), 'cb')
  await giver.page.goto(address)
  await expect(giver.page.getByRole('heading', { level: 1 })).toHaveText('Anna Quince & Otto Marsh')
  await expect(main(giver.page)).toContainText('We have moved.')
  await expect(main(giver.page)).not.toContainText('Evergreen')
  const picture = giver.page.getByRole('img', { name: 'Anna Quince & Otto Marsh' })
  expect(await picture.evaluate((node: HTMLImageElement) => node.decode().then(() => node.naturalWidth))).toBe(1_200)
  await expectNoFault(giver.page, 'registry-giver')
  await main(giver.page)
    .getByRole('button', { name: `Give this: ${wish}` })
    .click()
  await expect(giver.page).toHaveURL(/\/checkout\/cart$/)

  await main(page).getByRole('link', { name: 'Change', exact: true }).click()
  await press(page, 'Close registry')
  await expect(page.getByText(/Your registry is closed. What was bought/)).toBeVisible()
  await giver.page.reload()
  const told = giver.page.getByRole('listitem').filter({ hasText: 'This registry has been closed' })
  await expect(told).toContainText(wish)
  await expectNoFault(giver.page, 'cart with a gift of a closed registry')
  await told.getByRole('button', { name: /Keep it as my own/ }).click()
  await expect(giver.page.getByRole('main').getByText('It is now an item of your own.')).toBeVisible()
  await expect(giver.page.getByRole('list', { name: 'Items in your cart' })).not.toContainText('A gift for')
  await giver.page.goto(address)
  await expect(giver.page.getByRole('heading', { level: 1 })).toHaveText('This registry is closed')
  await expect(main(giver.page)).toContainText('Thank you for thinking of Anna Quince & Otto Marsh.')
  await expectNoFault(giver.page, 'registry-closed')

  await press(page, 'Open it again')
  await expect(page.getByText('Your registry is open again.')).toBeVisible()
  await giver.page.reload()
  await expect(giver.page.getByRole('heading', { level: 1 })).toHaveText('Anna Quince & Otto Marsh')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('CALM-66: a registry is changed, gets a picture and loses it, is closed and opened again by plain forms', async ({
    page,
  }) => {
    const store = new Store(page, 'cb2')
    await becomeMember(store, ann('ann.plain@example.com'))
    await makeRegistry(store)
    await main(page)
      .getByRole('link', { name: /^change$/i })
      .click()
    await fill(page, { 'Last name': 'Quince', 'Greeting to your guests': 'Hello' })
    await main(page)
      .getByRole('button', { name: /^save$/i })
      .click()
    await expect(main(page)).toContainText('Ann Quince & Ben Cole')
    // without scripts the link is there to be marked
    await expect(main(page).getByRole('link', { name: /^http/ })).toBeVisible()
    await expect(main(page).getByRole('button', { name: /copy link/i })).toHaveCount(0)

    await main(page)
      .getByRole('link', { name: /^change$/i })
      .click()
    const greeting = main(page).getByLabel(/^greeting to your guests/i)
    await greeting.fill('Still thinking')
    const file = main(page).locator('input[type=file]')
    await file.setInputFiles({ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
    await main(page)
      .getByRole('button', { name: /save picture/i })
      .click()
    await expect(
      main(page)
        .getByRole('alert')
        .filter({ hasText: /could not read this picture/ }),
    ).toBeVisible()
    await expect(greeting).toHaveValue('Still thinking')
    await file.setInputFiles(await photo(800, 800))
    await main(page)
      .getByRole('button', { name: /save picture/i })
      .click()
    await expect(main(page).getByRole('img', { name: /wedding/i })).toBeVisible()
    await main(page)
      .getByRole('button', { name: /remove picture/i })
      .click()
    await expect(page.getByText(/The picture is removed\. Your other changes are below/)).toBeVisible()
    await expect(main(page).getByRole('img', { name: /wedding/i })).toHaveCount(0)
    await expect(greeting).toHaveValue('Still thinking')

    await main(page)
      .getByRole('button', { name: /close registry/i })
      .click()
    await expect(page.getByText(/Your registry is closed\. .* not saved yet/)).toBeVisible()
    await expect(greeting).toHaveValue('Still thinking')
    await main(page)
      .getByRole('button', { name: /open it again/i })
      .click()
    await expect(page.getByText('Your registry is open again.')).toBeVisible()
  })
})
