import { expect } from '@playwright/test'
import { test } from './focus-watch.ts'
import { chooseExhibits } from './places.ts'
import { goToStep } from './quick.ts'
import { Store } from './store.ts'

test('BEYOND-09, PERS-08, PERS-18: words are typed and seen; profane ones are refused; cart and confirmation show the very same picture', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const { monogram, plain, email } = await chooseExhibits(store, 'monogram')
  await store.open(`/product/${monogram}`)
  await store.untilAlive()
  await page.getByRole('button', { name: /^personalize it/i }).click()
  const popup = page.getByRole('dialog')
  const words = popup.getByRole('textbox').first()
  const picture = popup.getByRole('img')
  const accept = popup.getByRole('button', { name: /^accept/i })
  const plainPicture = (await picture.getAttribute('src')) ?? ''

  await words.fill('Ann')
  await expect(picture).toHaveAttribute('src', /^\/personalization\/image\/[0-9a-f]{32}\.svg$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
  const seen = (await picture.getAttribute('src')) ?? ''

  await words.fill('Bitch')
  await expect(popup.getByText('Please choose other words.')).toBeVisible()
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await expect(accept).toBeDisabled()

  await words.fill('')
  await expect(picture).toHaveAttribute('src', plainPicture)
  await words.fill('Ann')
  await expect(picture).toHaveAttribute('src', seen)
  await accept.click()
  await expect(page).toHaveURL(/\/checkout\/cart$/)
  await expect(page.getByRole('main').locator(`img[src="${seen}"]`)).toBeVisible()

  await goToStep(store, 4, { skus: [plain], email })
  await store.placeOrder()
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt.locator(`img[src="${seen}"]`)).toBeVisible()

  const hash = seen.slice(-36, -4)
  // asked by the page: only a browser knows where a name under localhost is
  const get = (path: string) =>
    page.evaluate(async (address) => {
      const answer = await fetch(address)
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }, path)
  expect((await get(seen)).text).toContain(`data-hash="${hash}"`)
  for (const name of ['Receipt (PDF)', 'Gift receipt without prices (PDF)']) {
    const link = (await receipt.getByRole('link', { name }).getAttribute('href')) ?? ''
    const file = await get(link)
    expect([file.status, file.type, file.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  }
})
