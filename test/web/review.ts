import { fireEvent, screen } from '@testing-library/react'
import { anAppliedCard, aPayment, openCheckout, placeReply } from '#test/web/checkout.ts'
import type { Answer } from '#test/web/fake-server.ts'

export const placePath = '/ReactCheckout/PlaceOrder'

/** A checkout whose card pays for all. */
export const paid = { paymentData: aPayment(anAppliedCard()) }

export const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

export const place = () => click('Place Order')

/** The review step, where `answer` is what Place Order comes to. */
export const review = (
  answer: Answer = () => placeReply(),
  patch: object = paid,
  more: { [path: string]: Answer } = {},
) => openCheckout(4, patch, { [placePath]: answer, ...more })

/** An order that was not placed. */
export const failed = (patch: object) => placeReply({ isSuccess: false, redirectUrl: '', orderNumber: '', ...patch })
