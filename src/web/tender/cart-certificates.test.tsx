import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartReply } from '#contracts/pages.ts'
import { aCheckout, gatewayPath } from '#test/web/checkout.ts'
import { type Answer, fakeServer } from '#test/web/fake-server.ts'
import { aCart, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'

beforeAll(async () => {
  await import('#web/tender/cart-certificate-entries.tsx')
  await import('#web/tender/layers/apply-new-card.tsx')
  await import('#web/tender/layers/certificates-interrupter.tsx')
})
beforeEach(() => {
  sessionStorage.clear()
  delete window.dataLayer
})

const applyPath = '/ReactCheckout/ApplyCartRewardCertificate'
const removePath = '/ReactCheckout/RemoveRewardCertificate'
const removeAll = '/ReactCheckout/RemoveCertificates'
const one = { certificateNumber: 'A001', amount: 2_000 }
const rewardsData = { rewardsTotal: 2_000, rewardExceedOrderTotalMessage: '', certificates: [one], errorMessage: '' }

function reply(errorMessage = '') {
  const rewards = { rewardsTotal: 0, certificates: [], errorMessage }
  const { orderSummary } = aCart()
  const answer = { isSuccess: errorMessage === '', errorMessage, basketVersion: 2, changes: [] }
  return { ...answer, rewardsData: rewards, orderSummary, isPaymentNeeded: true }
}

async function openCart(answers: { readonly [path: string]: Answer }, patch: Partial<CartReply> = {}) {
  const cart = aCart(undefined, patch)
  const server = fakeServer({
    '/ReactCart/GetCartJsx': () => cart,
    '/ReactCheckout/RefreshCheckout': () => aCheckout(),
    '/SharedLayer/PopupV2': () => new Response('<h2>Your reward certificates</h2><p>They go.</p>'),
    ...answers,
  })
  return { server, ...(await renderPage(aState({ name: 'cart', cart }, '/checkout/cart'))) }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

describe('applying in the cart', () => {
  const enter = async () => {
    press('Reward certificates')
    await type('Certificate number', 'REWARD-2000-A001')
    await type('Rewards account number', '9001 2345 01')
    press('Apply reward certificate')
  }
  const proof = { accountNumber: '9001 2345 01', cardToken: '', certificateNumber: 'REWARD-2000-A001' }

  test('CART-41, CERT-07: by the number of the rewards account; the cart loads again, the data layer is told once', async () => {
    const { server } = await openCart({ [applyPath]: () => reply() })
    await enter()
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    expect(server.bodies(applyPath)).toEqual([proof])
    const updates = (window.dataLayer ?? []).filter((entry) => entry.event === 'order_summary_updated')
    expect(updates).toHaveLength(1)
  })

  test('CART-41, CERT-07: with the provider flag on the same body goes to the provider', async () => {
    const path = '/api/checkout/payment-provider/apply-cart-reward-certificate'
    const { server } = await openCart({ [path]: () => reply() }, { paymentProvider_EnableAdyen: true })
    await enter()
    await waitFor(() => expect(server.bodies(path)).toEqual([proof]))
  })

  test('CART-41: a refusal shows rewardsData.errorMessage', async () => {
    await openCart({ [applyPath]: () => reply('This certificate has expired.') })
    await enter()
    await screen.findByText('This certificate has expired.')
  })

  test('CART-40, PAY-30: the popup Apply New Card has the card fields, and its card makes the call', async () => {
    const gateway = `http://gateway.localhost:3001${gatewayPath}`
    const session = { isSuccess: true, errorMessage: '', tnsSession: 'ses_1', gatewayUrl: gateway }
    const token = { cardToken: 'tok_9', brand: 'PLCCSynchrony', lastFour: '1001' }
    const { server } = await openCart({
      [applyPath]: () => reply(),
      '/ReactCheckout/CreateCardSession': () => session,
      [gatewayPath]: () => Response.json(token, { status: 201 }),
    })
    press('Reward certificates')
    await type('Certificate number', 'REWARD-2000-A001')
    press('Use my store card instead')
    await screen.findByRole('dialog', { name: 'Apply New Card' })
    await type('Card number', '6045880000061001')
    press('Apply card')
    await waitFor(() => expect(server.count(applyPath)).toBe(1))
    expect(server.bodies(applyPath)).toEqual([
      { accountNumber: '', cardToken: 'tok_9', certificateNumber: 'REWARD-2000-A001' },
    ])
  })

  test('nothing is sent without a number, or without a word on whose it is', async () => {
    const { server } = await openCart({})
    press('Reward certificates')
    await screen.findByLabelText('Certificate number')
    press('Apply reward certificate')
    await screen.findByText('Please enter the number of the certificate.', { exact: false })
    await type('Certificate number', 'REWARD-2000-A001')
    press('Apply reward certificate')
    await screen.findByText('Please enter the number of your rewards account', { exact: false })
    expect(server.count(applyPath)).toBe(0)
  })
})

describe('removing in the cart', () => {
  test('CART-42, CERT-08: one is removed by the end of its number, and the cart loads again', async () => {
    const { server } = await openCart({ [removePath]: () => reply() }, { rewardsData })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove certificate ending in A001' }))
    await waitFor(() => expect(server.count('/ReactCart/GetCartJsx')).toBe(1))
    expect(server.bodies(removePath)).toEqual([{ certificateNumber: 'A001' }])
  })

  test('CART-42: a refusal shows rewardsData.errorMessage', async () => {
    await openCart({ [removePath]: () => reply('This certificate is not applied to your order.') }, { rewardsData })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove certificate ending in A001' }))
    await screen.findByText('This certificate is not applied to your order.')
  })
})

describe('an international cart with certificates', () => {
  const checkoutPath = '/ReactCart/Checkout'
  const interrupted = '/SharedLayer/PopupV2?popupName=CertificatesInterrupter'
  const answer = (popupUrl: string) => ({
    ...{ isSuccess: true, redirectUrl: '/checkout/international', isLoggedIn: false, popupUrl, errorType: 0 },
    ...{ errorMessage: '', IsReset: false, oversizedItems: [], items: [], basketVersion: 1, changes: [] },
  })
  const open = async (removal: () => unknown) => {
    const answers = [answer(interrupted), answer('')]
    const opened = await openCart(
      { [checkoutPath]: () => answers.shift(), [removeAll]: removal },
      { isInternational: true, rewardsData },
    )
    press('Checkout')
    await screen.findByText('They go.')
    return opened
  }

  test('OPEN-51, CERT-02, CERT-11: on Continue they are removed first, then the checkout is asked again, once', async () => {
    const { server, browser } = await open(() => reply())
    press('Continue')
    await waitFor(() => expect(browser.left).toEqual(['/checkout/international']))
    const order = server.paths().filter((path) => path === checkoutPath || path === removeAll)
    expect(order).toEqual([checkoutPath, removeAll, checkoutPath])
  })

  test('CERT-03: closing it removes nothing and drops the checkout', async () => {
    const { server, browser } = await open(() => reply())
    press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([server.count(removeAll), server.count(checkoutPath)]).toEqual([0, 1])
    expect(browser.left).toEqual([])
  })

  test('CERT-04: a removal that fails is shown, and the checkout is not asked again', async () => {
    const { server, browser } = await open(() => reply('Not now'))
    press('Continue')
    await screen.findByText('Not now')
    expect(server.count(checkoutPath)).toBe(1)
    expect(browser.left).toEqual([])
  })
})
