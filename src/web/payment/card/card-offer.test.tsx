import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutReply } from '#contracts/pages.ts'
import { plccOption } from '#domain/payment/limits.ts'
import { aCheckout, anAppliedCard, aPayment, aSummary, openCheckout, refusal } from '#test/web/checkout.ts'
import type { Answer } from '#test/web/fake-server.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { openLayer } from '#web/layers/open-layer.ts'

beforeAll(() => import('#web/payment/layers/card-offer.tsx'))
beforeEach(() => sessionStorage.clear())

type Offer = CheckoutReply['plccOffer']
const savePath = '/ReactCheckout/SavePlccOfferSelection'
const offer: Offer = {
  isAvailable: true,
  rewardText: 'Earn 10% back.',
  financingText: 'Pay over 12 months.',
  financingTerms: 'No interest if paid in full within 12 months.',
  selectedOption: 0,
  errorMessage: '',
}
const saved = () => ({ isSuccess: true, errorMessage: '', basketVersion: 9, changes: [], orderSummary: aSummary() })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isChecked = (name: string) =>
  screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) }).checked
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }))

async function open(patch: Partial<Offer> = {}, answer: Answer = saved) {
  const server = fakeServer({ [savePath]: answer })
  await renderParts(aFrame(), null)
  const closed = openLayer('cardOffer', { offer: { ...offer, ...patch } })
  await screen.findByRole('dialog')
  return { server, closed }
}

describe('the choice', () => {
  test('PROMO-01, PROMO-02, PROMO-03: rewards or financing, rewards first, with Continue and Cancel', async () => {
    await open()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect([isChecked('Rewards'), isChecked('Financing')]).toEqual([true, false])
    expect(plccOption).toEqual({ reward: 1, financing: 2 })
    screen.getByRole('button', { name: 'Continue' })
    screen.getByRole('button', { name: 'Cancel' })
  })

  test.each([
    ['Rewards', offer.financingTerms, 1],
    ['Financing', null, 2],
  ] as const)('PROMO-05: Continue with %s and terms %s saves %i and closes', async (name, financingTerms, option) => {
    const { server, closed } = await open({ financingTerms })
    choose(name)
    press('Continue')
    expect((await closed)?.kind).toBe('saved')
    expect(server.bodies(savePath)).toEqual([{ selectedOption: option }])
  })

  test('PROMO-08: Cancel closes without a call', async () => {
    const { server, closed } = await open()
    choose('Financing')
    press('Cancel')
    expect(await closed).toBeUndefined()
    expect(server.paths()).toEqual([])
  })
})

describe('financing terms', () => {
  const toTerms = async () => {
    const opened = await open()
    choose('Financing')
    press('Continue')
    await screen.findByText('No interest if paid in full within 12 months.')
    return opened
  }

  test('PROMO-04: they show with Decline and Accept, and nothing is sent yet', async () => {
    const { server } = await toTerms()
    screen.getByRole('button', { name: 'Decline' })
    screen.getByRole('button', { name: 'Accept' })
    expect(screen.queryByRole('radio')).toBeNull()
    expect(server.paths()).toEqual([])
  })

  test('PROMO-06: Accept saves 2 and closes', async () => {
    const { server, closed } = await toTerms()
    press('Accept')
    expect((await closed)?.kind).toBe('saved')
    expect(server.bodies(savePath)).toEqual([{ selectedOption: 2 }])
  })

  test('PROMO-07: Decline goes back to the choice with rewards chosen, and nothing is sent', async () => {
    const { server } = await toTerms()
    press('Decline')
    expect([isChecked('Rewards'), isChecked('Financing')]).toEqual([true, false])
    expect(server.paths()).toEqual([])
  })
})

describe('the error view', () => {
  test('PROMO-09: a supplied message shows with a button back to the payment page', async () => {
    const { closed } = await open({ errorMessage: 'This offer has ended.' })
    screen.getByText('This offer has ended.')
    press('Back to payment page')
    expect(await closed).toEqual({ kind: 'payment' })
  })

  test('PROMO-09, PROMO-10: so does the message of a refused save, and the loader is off', async () => {
    await open({}, () => refusal('Please apply your store card to use this offer.'))
    press('Continue')
    await screen.findByText('Please apply your store card to use this offer.')
    expect(document.querySelector('[data-loader]')).toBeNull()
  })
})

describe('in the payment step', () => {
  const storeCard = anAppliedCard({ type: 'StoreCreditCard', lastFour: '1001' })
  const paid = { paymentData: aPayment(storeCard), plccOffer: offer }
  const savedCard = () => ({
    ...{ isSuccess: true, errorMessage: '', basketVersion: 8, changes: [] },
    creditCardData: paid.paymentData.creditCardData,
    ...{ cardOneErrors: null, cardTwoErrors: null, orderSummary: aSummary(), isPaymentNeeded: true },
  })
  const answers = { '/ReactCheckout/SavePayment': savedCard, [savePath]: saved }
  const next = () => press('Next: Review & Place Order')

  test('PROMO-01: a store card that pays is offered it before the review; Continue goes on there', async () => {
    const { server } = await openCheckout(3, paid, answers)
    next()
    await screen.findByRole('dialog', { name: 'Choose your card offer' })
    expect(server.count('/ReactCheckout/MoveToReviewPage')).toBe(0)
    press('Continue')
    await waitFor(() => expect(server.count('/ReactCheckout/MoveToReviewPage')).toBe(1))
  })

  test('PROMO-09: back to the payment page is the payment step, and no move', async () => {
    const { server } = await openCheckout(3, paid, { ...answers, [savePath]: () => refusal('No') })
    next()
    await screen.findByRole('dialog', { name: 'Choose your card offer' })
    press('Continue')
    await screen.findByText('No')
    press('Back to payment page')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    screen.getByRole('button', { name: 'Next: Review & Place Order' })
    expect(server.count('/ReactCheckout/MoveToReviewPage')).toBe(0)
  })

  test('what was chosen once is not asked again', async () => {
    const chosen = { ...paid, plccOffer: { ...offer, selectedOption: 1 as const } }
    const { server } = await openCheckout(3, chosen, answers)
    next()
    await waitFor(() => expect(server.count('/ReactCheckout/MoveToReviewPage')).toBe(1))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    [0, []],
    [1, [offer.rewardText]],
    [2, [offer.financingText]],
  ] as const)('PROMO-05, PROMO-06: the review says which offer was chosen (%i)', async (selectedOption, said) => {
    await openCheckout(4, { ...paid, plccOffer: { ...offer, selectedOption } })
    await screen.findByRole('button', { name: 'Place Order' })
    const texts = [offer.rewardText, offer.financingText]
    expect(texts.filter((text) => screen.queryByText(text) !== null)).toEqual(said)
  })

  test('PROMO-04, PROMO-06: a chosen financing is opened again from the card, at its terms; Decline and Cancel send nothing', async () => {
    const chosen = { ...paid, plccOffer: { ...offer, selectedOption: 2 as const } }
    const { server } = await openCheckout(3, chosen, answers)
    press('Your card offer')
    await screen.findByText('No interest if paid in full within 12 months.')
    screen.getByRole('button', { name: 'Accept' })
    press('Decline')
    expect([isChecked('Rewards'), isChecked('Financing')]).toEqual([true, false])
    press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.count(savePath)).toBe(0)
  })

  test('PROMO-01, PROMO-05: chosen rewards are opened again with rewards chosen; another choice is saved', async () => {
    const chosen = { ...paid, plccOffer: { ...offer, financingTerms: null, selectedOption: 1 as const } }
    const refreshed = { ...chosen.plccOffer, selectedOption: 2 as const }
    const { server } = await openCheckout(3, chosen, {
      ...answers,
      '/ReactCheckout/RefreshCheckout': () => aCheckout({ ...chosen, plccOffer: refreshed }),
    })
    press('Your card offer')
    await screen.findByRole('dialog', { name: 'Choose your card offer' })
    expect(isChecked('Rewards')).toBe(true)
    choose('Financing')
    press('Continue')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.bodies(savePath)).toEqual([{ selectedOption: 2 }])
  })

  test.each([
    ['isSuccess true', saved],
    ['isSuccess false', () => refusal('No')],
    ['HTTP 500', () => new Response('', { status: 500 })],
  ])('PROMO-10: the loader is off while it is asked, on while it saves, off after %s', async (_name, answer) => {
    let go: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    const slow = async () => {
      await waiting
      return answer()
    }
    await openCheckout(3, paid, { ...answers, [savePath]: slow })
    const isLoading = () => document.querySelector('[data-loader]') !== null
    next()
    await screen.findByRole('dialog', { name: 'Choose your card offer' })
    expect(isLoading()).toBe(false)
    press('Continue')
    await waitFor(() => expect(isLoading()).toBe(true))
    go()
    await waitFor(() => expect(isLoading()).toBe(false))
  })
})
