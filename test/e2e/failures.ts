import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { CheckoutReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { callStore } from './quick.ts'

/** How a call can fail (OPEN-22): an HTTP error, a network failure, an IsReset, or an answer that says no. */
export type Failure = 'status' | 'network' | 'reset' | 'refused'

/** What the server says no with; the texts are shown where the call's area has its messages. */
export type Refusal = { readonly [part: string]: unknown }

export const noWords = 'Not today, please try tomorrow.'

/** From now on this call fails so; all others reach the store. */
export async function failWith(page: Page, path: string, failure: Failure, refusal: Refusal = {}): Promise<void> {
  const whole = failure === 'refused' ? await wholeRefusal(page, path, refusal) : {}
  const answers: { readonly [Each in Failure]: (route: Route) => Promise<void> } = {
    status: (route) => route.fulfill({ status: 500, body: '' }),
    network: (route) => route.abort('connectionreset'),
    reset: (route) => route.fulfill({ json: { IsReset: true } }),
    refused: (route) => route.fulfill({ json: whole }),
  }
  await page.route(`**${path}`, answers[failure])
}

/** A refusal with all that such an answer has besides, as it stands in the store. */
async function wholeRefusal(page: Page, path: string, refusal: Refusal): Promise<Refusal> {
  const no = { changes: [], items: [], errors: [], isSuccess: false, errorMessage: noWords, ...refusal }
  if (path.startsWith('/ReactCart/')) return no
  const known = await callStore<CheckoutReply>(page, pathTable.checkout.refreshCheckout.path)
  return { ...known, ...known.paymentData, ...no }
}

/** What the page sends to the log of client errors (PLAT-16), from now on. */
export class ClientLog {
  readonly #page: Page
  #entries: string[] = []

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => {
      if (request.url().endsWith(pathTable.platform.log.path)) this.#entries.push(request.postData() ?? '')
    })
  }

  forget(): void {
    this.#entries = []
  }

  /** Exactly one entry, and it names the call. */
  async expectOne(path: string): Promise<void> {
    await expect.poll(() => this.#entries.length).toBe(1)
    expect(this.#entries[0]).toContain(path)
  }

  async expectNone(): Promise<void> {
    await this.#page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(this.#entries).toEqual([])
  }
}

export const popup = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
export const anyPopup = (page: Page): Locator => page.getByRole('dialog')

/** Presses a button of a popup and waits until the popup has gone. */
export async function answerPopup(page: Page, name: string, button: string): Promise<void> {
  await popup(page, name).getByRole('button', { name: button, exact: true }).click()
  await expect(popup(page, name)).toHaveCount(0)
}
