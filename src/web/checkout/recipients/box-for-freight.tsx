import type { ReactNode } from 'react'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useMessages } from '#web/variants/context.tsx'

/** Whether furniture has come to a home that is a post office box: the step cannot be left then. */
export function useBoxForFreight(): boolean {
  return useCheckout().checkout.recipientList.some(({ isBoxForFreight }) => isBoxForFreight)
}

/** Says why. */
export function BoxForFreight(): ReactNode {
  const hasBox = useBoxForFreight()
  const text = useMessages()
  return hasBox && <Notice kind="bad">{text('problem.poBoxForFreight')}</Notice>
}
