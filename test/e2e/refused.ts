import { expect, type Locator, type Page } from '@playwright/test'

/** What is typed into a form of a page, and the message that it must come back with. */
export type RefusedRow = {
  /** Where it is sent; every form in which something is typed is here (test/suites/native-forms.test.ts). */
  readonly form: string
  readonly what: string
  readonly path: string
  readonly fill: { readonly [label: string]: string }
  readonly button: string | RegExp
  readonly at: string
  readonly message: RegExp
}

/** A card number as it is pasted; it comes back to nobody. */
export const card = '4012\u00A08888\u00A08888\u00A01881'

/** The quantity of the first row that has one. */
const ofRow = 'Quantity of …'
export const tooMany = { fill: { [ofRow]: '500' }, at: ofRow, message: /from [01] to 99/ }

export async function fill(page: Page, values: RefusedRow['fill']): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = fieldOf(page, label)
    if (await isSelect(field)) await field.selectOption(/^[A-Z]{2}$/.test(value) ? value : { label: value })
    else await field.fill(value)
  }
}

/** Words that stand in other names of their page too. */
const exactLabels = ['Quantity', 'Fault']

const fieldOf = (page: Page, label: string) =>
  label === ofRow
    ? page
        .getByRole('main')
        .getByRole('spinbutton', { name: /^quantity of/i })
        .first()
    : page.getByRole('main').getByLabel(label, { exact: exactLabels.includes(label) })
const isSelect = (field: Locator) => field.evaluate((node) => node.tagName === 'SELECT')

/** Sends a form as it is, whatever the browser itself thinks of its fields. */
export async function refused(
  page: Page,
  { form, fill: values, button, at, message }: Omit<RefusedRow, 'path' | 'what'>,
): Promise<void> {
  const before = new URL(page.url()).pathname
  await fill(page, values)
  const press = page.getByRole('main').locator(`form[action="${form}"]`).getByRole('button', { name: button }).first()
  await press.evaluate((node) => node.setAttribute('formnovalidate', ''))
  await press.click()
  await expect(fieldOf(page, at)).toHaveAccessibleDescription(message)
  await expect(fieldOf(page, at)).toHaveAttribute('aria-invalid', 'true')
  expect(new URL(page.url()).pathname).toBe(before)
  for (const [label, value] of Object.entries(values)) {
    const field = fieldOf(page, label)
    const isGone = /password/i.test(label) || value === card
    const there = (await isSelect(field))
      ? await field.evaluate((node: HTMLSelectElement) => node.selectedOptions[0]?.text)
      : await field.inputValue()
    if (isGone) expect(there).toBe('')
    else if (!/^[A-Z]{2}$/.test(value)) expect(there).toBe(value)
  }
}
