import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#test/web/fake-server.ts'
import { aFrame, aState } from '#test/web/pages.ts'
import { renderPage } from '#test/web/render-page.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'

const path = '/customer-service/international-orders'
const page: PageOf<'orderRequest'> = {
  ...{ name: 'orderRequest', email: '', country: '', items: [] },
  countries: [
    { code: 'FR', name: 'France' },
    { code: 'JP', name: 'Japan' },
  ],
}
const items = [
  { lineId: '1', title: 'Oak Table', quantity: 2 },
  { lineId: '2', title: 'Wool Throw', quantity: 1 },
]

async function open(of: Partial<typeof page> = {}, frame = aFrame()) {
  fakeServer()
  await renderPage(aState({ ...page, ...of }, path, frame))
  return within(screen.getByRole('main'))
}
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label).value

describe('SHIPPOP-16: an order to another country', () => {
  test.each([
    ['cb', '1-800-555-0110'],
    ['cb2', '1-800-555-0120'],
    ['cb-ca', '1-800-555-0130'],
    ['cb2-ca', '1-800-555-0140'],
  ] as const)('SHIPPOP-16: in %s it is taken at the phone number %s, or by a request', async (key, phone) => {
    const main = await open({}, aFrame({}, key))
    main.getByRole('link', { name: phone })
    const form = main.getByRole('button', { name: 'Send request' }).closest('form')
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', path])
  })

  test('what is known stands there, and the cart goes along: then a message need not say what is wanted', async () => {
    const main = await open({ email: 'ann@example.com', country: 'JP', items })
    expect([value('Email address'), value('Country')]).toEqual(['ann@example.com', 'JP'])
    expect(main.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['2 × Oak Table', '1 × Wool Throw'])
    expect(main.getByLabelText<HTMLTextAreaElement>(/^Anything else/).required).toBe(false)
  })

  test('with an empty cart the message says it', async () => {
    const main = await open()
    main.getByText(/^Your cart is empty\./)
    expect(main.getByLabelText<HTMLTextAreaElement>('What you would like to order').required).toBe(true)
  })

  test('SAFE-33: after a refusal what was typed stands there, and the message at its field', async () => {
    const typed = { name: 'Zoë', email: 'zoe@example.com', country: 'FR', phone: 'call me', message: 'By sea' }
    const notice = 'Please check the phone number.'
    await open({ items }, aFrame({ typed, notice, noticeField: 'phone' }))
    expect([value('Your name'), value('Country'), value(/^Anything else/)]).toEqual(['Zoë', 'FR', 'By sea'])
    expect(screen.getByLabelText(/^Phone number/).getAttribute('aria-invalid')).toBe('true')
    screen.getByText(notice)
  })
})
