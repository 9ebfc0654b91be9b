import { expect, type Page } from '@playwright/test'
import { goodCard } from './store.ts'

export const secondCard = { number: '5555 5555 5555 4444', expiry: '0630', code: '123' }

/** Fills the 'Add New Card' popup, which is open, and adds the card to the list under it. */
export async function fillNewCard(page: Page, card: typeof goodCard): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add New Card' })
  await dialog.getByLabel(/^card number/i).fill(card.number)
  await dialog.getByLabel(/^expiration/i).fill(card.expiry)
  await dialog.getByLabel(/^security code/i).fill(card.code)
  await dialog.getByRole('button', { name: 'Add card' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Pays with two cards that are entered in the popups of the payment step. */
export async function payWithTwoNewCards(
  page: Page,
  cards: readonly [typeof goodCard, typeof goodCard] = [goodCard, secondCard],
): Promise<void> {
  await page.getByRole('button', { name: 'Pay with two cards' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select Two Cards' })
  for (const card of cards) {
    await dialog.getByRole('button', { name: 'Add new card' }).click()
    await fillNewCard(page, card)
  }
  await dialog.getByRole('button', { name: 'Update Payment' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Amount on this card')).toBeVisible()
}
