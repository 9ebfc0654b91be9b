import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordingAdyen } from '#test/web/adyen.ts'
import { anAppliedCard } from '#test/web/checkout.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { fieldErrors } from '#test/web/field-errors.ts'
import { aFrame } from '#test/web/pages.ts'
import { renderParts } from '#test/web/render-page.tsx'
import { AdyenLibrary } from '#web/payment/adyen/adyen-library.ts'
import { ProviderCode } from '#web/payment/provider/provider-code.tsx'
import { type CodeEntry, codeControlId, useCodeEntry } from '#web/payment/provider/use-code-entry.ts'

const verify = '/ReactCheckout/VerifyCreditCard'
const said = { isSuccess: true, errorMessage: '' }
const gatewayUrl = 'https://checkoutshopper-test.adyen.com'
const card = {
  ...anAppliedCard(),
  id: 'saved-1',
  type: 'Amex',
  lastFour: '0005',
  verifyCreditCard: true,
  isVerificationApplied: false,
}
let adyen: ReturnType<typeof recordingAdyen>
let codes: CodeEntry
beforeEach(() => {
  adyen = recordingAdyen()
})

function Probe(): ReactNode {
  codes = useCodeEntry()
  return (
    <ProviderCode card={card} codes={codes}>
      <input aria-label="Our own field" />
    </ProviderCode>
  )
}

async function open(environment: string) {
  const server = fakeServer({
    '/api/checkout/payment-provider/create-card-session': () => ({
      ...said,
      clientKey: 'key',
      environment,
      gatewayUrl,
    }),
    '/ReactCheckout/CreateCardSession': () => ({ ...said, tnsSession: 'key', gatewayUrl }),
    [verify]: () => ({ ...said, cardId: card.id }),
  })
  await renderParts(
    aFrame(),
    <AdyenLibrary value={adyen.load}>
      <Probe />
    </AdyenLibrary>,
    '/checkout/paymentandbilling',
  )
  return server
}

describe('PAY-45, OPEN-64, OPEN-66: the code of a saved card is read by Adyen', () => {
  test('in one frame; what it encrypted is checked, and goes nowhere else', async () => {
    const server = await open('test')
    await waitFor(() => expect(adyen.opened).toHaveLength(1))
    await screen.findByText('Security code of the card ending in 0005')
    expect(adyen.opened[0]?.place.querySelectorAll('[data-cse]')).toHaveLength(1)
    await adyen.entry({ isValid: true, encrypted: { encryptedSecurityCode: 'eyJ.code' } })
    expect(codes.judge([card])).toBe(true)
    expect(await act(() => codes.verify([card]))).toBe(true)
    expect(server.bodies(verify)).toEqual([{ cardData: { id: 'saved-1', cvvToken: 'eyJ.code' } }])
    expect(server.seen.filter(({ path }) => path === '/')).toEqual([])
  })

  test('PAY-46: without a code nothing is asked; the sentence stands at it and the frame has the focus', async () => {
    const server = await open('test')
    await waitFor(() => expect(adyen.opened).toHaveLength(1))
    let isGood = true
    await act(async () => {
      isGood = codes.judge([card])
    })
    expect(isGood).toBe(false)
    expect(fieldErrors()).toEqual([expect.stringContaining('Please enter a valid security code.')])
    expect(document.activeElement?.id).toBe(codeControlId(card.id))
    expect(adyen.focused).toEqual(['encryptedSecurityCode'])
    expect(server.count(verify)).toBe(0)
  })

  test('with the built-in gateway it is our own field, and no library is loaded', async () => {
    await open('built-in')
    await screen.findByLabelText('Our own field')
    expect(adyen.opened).toEqual([])
  })
})
