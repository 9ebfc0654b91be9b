import { expect, type Page } from '@playwright/test'
import type { VariantKey } from '#domain/variant.ts'
import { plainArticle } from './books.ts'
import { test } from './focus-watch.ts'
import { reachStep } from './quick.ts'
import { Store } from './store.ts'

const text = 'card 4012 8888 8888 1881'
const sentence = 'Card numbers are not accepted here.'

/** The sentence stands at the field, which keeps what was typed, and no popup covers it. */
async function expectAtField(page: Page, label: RegExp): Promise<void> {
  const field = page.getByLabel(label)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
  await expect(field).toHaveValue(text)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const key of ['cb', 'cb2'] satisfies VariantKey[]) {
  test(`SAFE-30, SAFE-33: in ${key} a card number in an address and in a gift message is told at its field, and gone the step goes on`, async ({
    page,
  }) => {
    const store = new Store(page, key)
    const { sku } = await plainArticle(key, 3)
    await reachStep(store, 2, { skus: [sku], email: `card.in.text.${key}@example.com` })
    await store.openStep(1)
    const street = page.getByLabel(/^Street address/)
    const known = await street.inputValue()
    await street.fill(text)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expectAtField(page, /^Street address/)
    await street.fill(known)
    await expect(street).not.toHaveAttribute('aria-invalid', 'true')
    await store.toOptions()

    await page.getByLabel('This is a gift').check()
    const message = page.getByLabel(/^Gift message/)
    await message.fill(text)
    await page.getByRole('button', { name: 'Next: Payment' }).click()
    await expectAtField(page, /^Gift message/)
    // the press has its answer too: what is typed now is a new try
    await expect(page.getByRole('button', { name: 'Next: Payment' })).toBeEnabled()
    await message.fill('Happy birthday, dear Ann!')
    await page.getByRole('button', { name: 'Next: Payment' }).click()
    await expect(page).toHaveURL(/\/checkout\/paymentandbilling/)
  })
}
