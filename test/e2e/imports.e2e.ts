import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './focus-watch.ts'
import { createAccount, signIn } from './member.ts'
import { ownStore } from './own-store.ts'
import { Store } from './store.ts'

/** What an operator does in another terminal of the running shop; answers what the command said. */
function runImport(program: string, name: string, line: object): string {
  const { dataDir } = ownStore()
  const file = join(dataDir, `${name}.jsonl`)
  writeFileSync(file, JSON.stringify(line))
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir }
  return execFileSync(process.execPath, [program, file], { env, encoding: 'utf8' })
}

test('OPEN-72 OPEN-78 PROMO-12: what promotions:import and accounts:import take over beside the running shop, a shopper meets on her way from the home page to the payment', async ({
  page,
}) => {
  const store = new Store(page, 'cb')
  const email = 'grace.school@example.com'
  await createAccount(store, { firstName: 'Grace', lastName: 'Hopper', email })
  await store.walkToProduct()
  await store.untilAlive()
  await store.addTwoAndOpenCart()
  await store.untilAlive()

  const main = page.getByRole('main')
  const enter = async () => {
    await main.getByRole('textbox', { name: 'Promotion code' }).fill('schoolyear')
    await page.keyboard.press('Enter')
  }
  await main.getByRole('button', { name: 'Add a promotion code' }).click()
  await enter()
  await expect(main).toContainText('We do not know this promotion code.')
  const code = { code: 'SCHOOLYEAR', kind: 'percent', percent: 15 }
  expect(runImport('src/server/promo/promotions-import-cli.ts', 'codes', code)).toContain('New: SCHOOLYEAR.')
  await enter()
  await expect(main).toContainText('Discount (SCHOOLYEAR)')

  expect(
    runImport('src/server/account/import/accounts-import-cli.ts', 'accounts', { email, isTaxExempt: true }),
  ).toContain(`Exempt: ${email}.`)
  await page
    .getByRole('button', { name: /^checkout/i })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Checkout Now' }).getByRole('link', { name: 'Sign in', exact: true }).click()
  await signIn(page, email)
  await expect(page).toHaveURL(/\/checkout\/shipping$/)
  await store.untilAlive()
  await store.fillAddress('')
  await store.toOptions()
  await store.next('Next: Payment', /\/checkout\/paymentandbilling$/)
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary).toContainText(/Tax\D*[1-9]/)
  await main.getByRole('checkbox', { name: 'Order without tax' }).check()
  await expect(summary).not.toContainText(/Tax\D*[1-9]/)
  await expect(summary).toContainText('Discount (SCHOOLYEAR)')
})
