import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'

beforeEach(() => sessionStorage.clear())

const savePayment = '/ReactCheckout/SavePayment'
const saveByProvider = '/api/checkout/payment-provider/save-credit-card-to-basket'
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const next = () => click('Next: Review & Place Order')

describe('PLAT-18, PLAT-19, OPEN-64: with the provider flag on', () => {
  const provider = { paymentProvider_EnableAdyen: true }
  const origin = 'http://gateway.localhost:3001'
  const tell = (frame: HTMLIFrameElement, data: object, from = origin) =>
    act(async () => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: from, source: frame.contentWindow }))
    })
  const framed = { cardToken: 'tok_9', brand: 'Visa', lastFour: '1111', expMonth: 5, expYear: 2030 }

  async function openFrame() {
    const opened = await openCheckout(3, provider)
    const frame = await screen.findByTitle<HTMLIFrameElement>('Card details')
    const asked: unknown[] = []
    const told = (message: unknown, target: unknown) => asked.push([message, target])
    Object.defineProperty(frame.contentWindow, 'postMessage', { value: told })
    return { ...opened, frame, asked }
  }

  test('the card is read in the frame of the gateway; its token is saved as adyenCardData', async () => {
    const { server, frame, asked, path } = await openFrame()
    expect(frame.src).toBe(`${origin}/frame/key_1?parent=${encodeURIComponent(window.location.origin)}`)
    expect(screen.queryByLabelText('Card number')).toBeNull()
    await tell(frame, { type: 'card-frame:ready' })
    await tell(frame, { type: 'card-frame:height', height: 300 })
    expect(frame.style.height).toBe('300px')
    next()
    await waitFor(() => expect(asked).toEqual([[{ type: 'card-frame:submit' }, origin]]))
    await tell(frame, { type: 'card-frame:card', adyenCardData: framed })
    await waitFor(() => expect(path()).toBe('/checkout/review'))
    expect(server.bodies(saveByProvider)).toMatchObject([
      { cardOneData: { cardToken: 'tok_9', adyenCardData: { token: 'tok_9', brand: 'Visa', lastFour: '1111' } } },
    ])
    expect(server.count(savePayment)).toBe(0)
  })

  test('PAY-44: beside the framed fields, too, stands the help with the security code', async () => {
    const { frame } = await openFrame()
    fakeServer({ '/SharedLayer/PopupV2': () => new Response('<p>On the back.</p>') })
    await tell(frame, { type: 'card-frame:ready' })
    fireEvent.click(screen.getByRole('button', { name: 'Where is the code?' }))
    await screen.findByText('On the back.')
  })

  test('PAY-27: framed fields tell the brand of a store card, for which the rewards message stands, and take it back', async () => {
    const { frame } = await openFrame()
    await tell(frame, { type: 'card-frame:ready' })
    await tell(frame, { type: 'card-frame:brand', brand: 'PLCCSynchrony' })
    expect(screen.getByText('You earn rewards with this card.')).toBeDefined()
    await tell(frame, { type: 'card-frame:brand', brand: '' })
    expect(screen.queryByText('You earn rewards with this card.')).toBeNull()
  })

  test('messages of another origin are not heard', async () => {
    const { server, frame, asked } = await openFrame()
    await tell(frame, { type: 'card-frame:ready' })
    next()
    await waitFor(() => expect(asked).toHaveLength(1))
    await tell(frame, { type: 'card-frame:card', adyenCardData: framed }, 'http://evil.example')
    expect(server.count(saveByProvider)).toBe(0)
    await tell(frame, { type: 'card-frame:errors', errors: { hasSessionError: true } })
    await screen.findByText('Your payment session has ended. Please enter your card again.')
  })
})
