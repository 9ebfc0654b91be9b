import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAppliedCard, aPayment, aSummary, goodCard, openCheckout } from '#test/web/checkout.ts'
import type { Answer } from '#test/web/fake-server.ts'

// what comes behind the page is there at once: a busy machine may take longer over it than a test waits
beforeAll(async () => {
  await import('#web/tender/payment-entries.ts')
  await import('#web/tender/layers/certificates-interrupter.tsx')
  await import('#web/tender/layers/apply-new-card.tsx')
})
beforeEach(() => {
  sessionStorage.clear()
  delete window.dataLayer
})

const applyPath = '/ReactCheckout/ApplyRewardCertificate'
const removePath = '/ReactCheckout/RemoveRewardCertificate'
const rewardsByToken = '/ReactCheckout/GetAccountRewardsByToken'
const one = { certificateNumber: 'A001', amount: 2_000 }
const listed = { ...one, expirationDate: '2027-12-31' }
const storeCard = anAppliedCard({ type: 'StoreCreditCard', lastFour: '1001', id: 'guid-1', expMonth: 0, expYear: 0 })
const certificates = [one]
const rewardsData = { rewardsTotal: 2_000, rewardExceedOrderTotalMessage: '', certificates, errorMessage: '' }
const account = {
  ...{ isSuccess: true, errorMessage: '', rewardsTotal: 2_000, rewardExceedOrderTotalMessage: '' },
  certificates: [listed],
}
const none = { ...account, rewardsTotal: 0, certificates: [] }

function reply(patch: object = {}) {
  return {
    ...{ isSuccess: true, errorMessage: '', basketVersion: 9, changes: [] },
    rewardsData: { rewardsTotal: 2_000, certificates: [listed], errorMessage: '' },
    orderSummary: aSummary({ rewardsTotal: 2_000, amountDue: 10_195 }),
    isPaymentNeeded: true,
    ...patch,
  }
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const withStoreCard = { paymentData: aPayment(storeCard) }
const withCertificate = { paymentData: { ...aPayment(storeCard), rewardsData } }

async function enter(number = 'REWARD-2000-A001'): Promise<void> {
  press('Gift card, code or reward')
  fireEvent.change(await screen.findByLabelText('Reward certificate'), { target: { value: number } })
  press('Apply reward certificate')
}

describe('certificates in the payment step', () => {
  test('CERT-09, OPEN-55: the number goes out with the card that pays, flag off', async () => {
    const { server } = await openCheckout(3, withStoreCard, {
      [applyPath]: () => reply(),
      [rewardsByToken]: () => none,
    })
    await enter()
    await waitFor(() => expect(server.count(applyPath)).toBe(1))
    expect(server.bodies(applyPath)).toMatchObject([
      {
        certificateNumber: 'REWARD-2000-A001',
        cardOneData: { cardToken: '', lastFour: '1001' },
        accountCardOneData: null,
      },
    ])
  })

  test('CERT-09, OPEN-55: with the flag on it goes to the provider as savePaymentCardInfo; a saved card by its id', async () => {
    const path = '/api/checkout/payment-provider/apply-reward-certificate'
    const saved = { ...storeCard, id: 'card-1', storedPaymentMethodId: 'card-1' }
    const patch = { paymentProvider_EnableAdyen: true, paymentData: aPayment(saved) }
    const lookup = '/api/checkout/payment-provider/get-account-rewards'
    const { server } = await openCheckout(3, patch, { [path]: () => reply(), [lookup]: () => none })
    await enter()
    await waitFor(() => expect(server.count(path)).toBe(1))
    const savePaymentCardInfo = { cardOneData: null, accountCardOneData: { id: 'card-1' } }
    expect(server.bodies(path)).toEqual([{ certificateNumber: 'REWARD-2000-A001', savePaymentCardInfo }])
    expect(server.seen.find((request) => request.path === lookup)?.query).toBe('?accountCardId=card-1')
  })

  test('TENDER-09, PLAT-27: a success updates the summary and the data layer once', async () => {
    const fresh = { orderSummary: aSummary({ rewardsTotal: 2_000, amountDue: 10_195 }) }
    const { server } = await openCheckout(3, withStoreCard, {
      [applyPath]: () => reply(),
      [rewardsByToken]: () => none,
    })
    const refreshed = {
      ...(await (await fetch('/ReactCheckout/RefreshCheckout')).json()),
      ...withCertificate,
      ...fresh,
    }
    server.on('/ReactCheckout/RefreshCheckout', () => refreshed)
    await enter()
    await screen.findByText('Certificate ending in A001')
    expect(screen.getAllByText('$101.95').length).toBeGreaterThan(0)
    expect((window.dataLayer ?? []).filter((entry) => entry.event === 'order_summary_updated')).toHaveLength(1)
  })

  test('CERT-08: removing one names it; a refusal is said', async () => {
    const refused = {
      isSuccess: false,
      rewardsData: { rewardsTotal: 2_000, certificates: [], errorMessage: 'Not now' },
    }
    const answers = { [removePath]: () => reply(refused), [rewardsByToken]: () => none }
    const { server } = await openCheckout(3, withCertificate, answers)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove certificate ending in A001' }))
    await screen.findByText('Not now', { exact: false })
    expect(server.bodies(removePath)).toEqual([{ certificateNumber: 'A001' }])
  })

  test('PAY-54: those of the card’s account are offered with their last day, and used by the end of their number', async () => {
    const answers = { [applyPath]: () => reply(), [rewardsByToken]: () => account }
    const { server } = await openCheckout(3, withStoreCard, answers)
    press('Gift card, code or reward')
    const list = await screen.findByRole('list', { name: 'Your reward certificates' })
    expect(within(list).getByText('Good through Dec 31, 2027')).toBeTruthy()
    expect(server.bodies(rewardsByToken)).toEqual([{ token: 'guid-1' }])
    press('Use certificate ending in A001')
    await waitFor(() => expect(server.bodies(applyPath)).toMatchObject([{ certificateNumber: 'A001' }]))
  })

  test('CERT-09, OPEN-55: a store card that is entered for it is saved once, and goes along as the card of the cart', async () => {
    const path = '/api/checkout/payment-provider/apply-reward-certificate'
    const save = '/api/checkout/payment-provider/save-credit-card-to-basket'
    const good = { isSuccess: true, errorMessage: '', basketVersion: 9, changes: [] }
    const { creditCardData } = aPayment(storeCard)
    const errors = { cardOneErrors: null, cardTwoErrors: null }
    const { server } = await openCheckout(
      3,
      { paymentProvider_EnableAdyen: true },
      {
        '/api/checkout/payment-provider/lookup-rewards-card': () => ({ ...none, rewardsData: none }),
        '/api/checkout/payment-provider/create-card-session': () => ({
          ...{ isSuccess: true, errorMessage: '', clientKey: 'key_1', environment: 'built-in' },
          gatewayUrl: 'http://gateway.localhost:3001/frame/key_1',
        }),
        [save]: () => ({ ...good, ...errors, creditCardData, orderSummary: aSummary(), isPaymentNeeded: true }),
        [path]: () => reply(),
      },
    )
    const refreshed = await (await fetch('/ReactCheckout/RefreshCheckout')).json()
    server.on('/ReactCheckout/RefreshCheckout', () => ({ ...refreshed, ...withStoreCard }))
    await enter()
    const popup = await screen.findByRole('dialog', { name: 'Apply New Card' })
    const frame = await within(popup).findByTitle<HTMLIFrameElement>('Card details')
    const tell = (data: object) =>
      act(async () => {
        const from = { origin: 'http://gateway.localhost:3001', source: frame.contentWindow }
        window.dispatchEvent(new MessageEvent('message', { data, ...from }))
      })
    await tell({ type: 'card-frame:ready' })
    const entered = { cardToken: 'tok_9', brand: 'PLCCSynchrony', lastFour: '1001', expMonth: 0, expYear: 0 }
    let asked = 0
    const count = () => {
      asked += 1
    }
    Object.defineProperty(frame.contentWindow, 'postMessage', { value: count })
    press('Apply card')
    await waitFor(() => expect(asked).toBe(1))
    await tell({ type: 'card-frame:card', adyenCardData: entered })
    await waitFor(() => expect(server.count(path)).toBe(1))
    expect(server.bodies(save)).toMatchObject([{ cardOneData: { cardToken: 'tok_9' } }])
    const [body] = server.bodies(path)
    expect(body).toMatchObject({ savePaymentCardInfo: { cardOneData: { cardToken: '', lastFour: '1001' } } })
    expect(JSON.stringify(body)).not.toContain('tok_9')
  })

  test('PAY-56, ERR-27: a saved card whose look-up fails is logged and nothing pops up', async () => {
    const saved = { ...storeCard, id: 'card-1', storedPaymentMethodId: 'card-1' }
    const path = '/ReactCheckout/GetAccountRewards'
    const answers = { [path]: () => new Response('', { status: 500 }) }
    const { server } = await openCheckout(3, { paymentData: aPayment(saved) }, answers)
    await waitFor(() => expect(server.count('/Checkout/Log')).toBe(1))
    expect(server.seen.find((request) => request.path === path)?.method).toBe('GET')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the interrupter', () => {
  const popup = '/SharedLayer/PopupV2'
  const defaultRemove = '/ReactCheckout/RemoveCertificates'
  const providerRemove = '/api/checkout/payment-provider/remove-certificates'
  const restricted = { hasRewardsRestrictionError: true }
  const visaRefused = () => ({
    ...{
      isSuccess: false,
      errorMessage: 'Reward certificates only with your store card.',
      basketVersion: 9,
      changes: [],
    },
    creditCardData: withCertificate.paymentData.creditCardData,
    ...{ cardOneErrors: restricted, cardTwoErrors: null, orderSummary: aSummary(), isPaymentNeeded: true },
  })
  const removed = () => ({ ...reply(), rewardsData: { rewardsTotal: 0, errorMessage: '' } })

  /** A shopper with a certificate and her store card, who enters a Visa and goes on. */
  async function changeToVisa(answers: { readonly [path: string]: Answer }, isProvider = false) {
    const saves: Answer[] = [visaRefused]
    const text = '<h2>Your reward certificates</h2><p>They are removed from this order.</p>'
    const patch = { ...withCertificate, paymentProvider_EnableAdyen: isProvider }
    const opened = await openCheckout(3, patch, {
      [rewardsByToken]: () => none,
      '/api/checkout/payment-provider/lookup-rewards-card': () => ({ ...none, rewardsData: none }),
      [popup]: () => new Response(text),
      ...answers,
    })
    const path = isProvider ? '/api/checkout/payment-provider/save-credit-card-to-basket' : '/ReactCheckout/SavePayment'
    const { server } = opened
    const good = { ...visaRefused(), isSuccess: true, errorMessage: '', cardOneErrors: null }
    server.on(
      path,
      (request) => saves.shift()?.(request) ?? { ...good, creditCardData: aPayment(anAppliedCard()).creditCardData },
    )
    return { ...opened, savePath: path }
  }
  async function enterVisa() {
    press(/^Change/)
    const field = (label: string) => screen.getByLabelText(label)
    fireEvent.input(await screen.findByLabelText('Card number'), { target: { value: goodCard.number } })
    fireEvent.input(field('Expiration date (MM/YY)'), { target: { value: goodCard.expiry } })
    fireEvent.input(field('Security code'), { target: { value: goodCard.code } })
    press('Next: Review & Place Order')
    await screen.findByRole('dialog', { name: 'Your reward certificates' })
    await screen.findByText('They are removed from this order.')
  }

  test('CERT-01, CERT-02, CERT-05, CERT-11, OPEN-51: another card in place of the store card: on Continue they go, then it pays', async () => {
    const { server, savePath } = await changeToVisa({ [defaultRemove]: removed })
    await enterVisa()
    expect(server.count(defaultRemove)).toBe(0)
    press('Continue')
    await waitFor(() => expect(server.count('/ReactCheckout/MoveToReviewPage')).toBe(1))
    expect(server.count(savePath)).toBe(2)
    const order = server.paths().filter((path) => path === defaultRemove || path === savePath)
    expect(order).toEqual([savePath, defaultRemove, savePath])
    expect(server.count(providerRemove)).toBe(0)
  })

  test('CERT-03: closing it removes nothing, and the card is not saved again', async () => {
    const { server, savePath } = await changeToVisa({ [defaultRemove]: removed })
    await enterVisa()
    press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([server.count(defaultRemove), server.count(savePath)]).toEqual([0, 1])
    expect(server.count('/ReactCheckout/MoveToReviewPage')).toBe(0)
  })

  test('CERT-04: a default removal that fails leads to the cart, and the card is not saved again', async () => {
    const refused = () => ({ ...removed(), isSuccess: false, errorMessage: 'Not now' })
    const { server, browser, savePath } = await changeToVisa({ [defaultRemove]: refused })
    await enterVisa()
    press('Continue')
    await waitFor(() => expect(browser.left).toEqual(['/checkout/cart']))
    expect(server.count(savePath)).toBe(1)
  })
})

describe('CERT-04, CERT-06: with the provider flag on', () => {
  const providerRemove = '/api/checkout/payment-provider/remove-certificates'
  const patch = { ...withCertificate, paymentProvider_EnableAdyen: true }
  const lookup = '/api/checkout/payment-provider/lookup-rewards-card'
  const popup = () => new Response('<h2>Your reward certificates</h2><p>They go.</p>')

  test.each([
    ['they are removed at the provider, and the flow may go on', true],
    ['a removal there that fails is shown, and the flow ends', false],
  ])('%s', async (_title, isSuccess) => {
    const answers = {
      [lookup]: () => ({ ...none, rewardsData: none }),
      '/SharedLayer/PopupV2': popup,
      [providerRemove]: () => ({ ...reply(), isSuccess, errorMessage: isSuccess ? '' : 'Not now' }),
    }
    const { server, browser } = await openCheckout(3, patch, answers)
    const { createCheckoutStore } = await import('#web/checkout/checkout-store.ts')
    const { certificatesFirst } = await import('#web/tender/certificates-first.ts')
    const checkout = await (await fetch('/ReactCheckout/RefreshCheckout')).json()
    const mayGoOn = certificatesFirst({ store: createCheckoutStore(checkout), browser })
    await screen.findByText('They go.')
    press('Continue')
    expect(await mayGoOn).toBe(isSuccess)
    expect(server.count(providerRemove)).toBe(1)
    expect(server.count('/ReactCheckout/RemoveCertificates')).toBe(0)
    if (!isSuccess) await screen.findByText('Not now')
    expect(browser.left).toEqual([])
  })
})
