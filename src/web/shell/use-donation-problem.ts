import { readDonation } from '#domain/cart/donation-amount.ts'
import { messageKeyOf } from '#domain/problems.ts'
import { useMessages } from '#web/variants/context.tsx'

/** What is wrong with an amount as it was typed, in words; '' for a right one. */
export function useDonationProblem(): (text: string) => string {
  const message = useMessages()
  return (text) => {
    const amount = readDonation(text)
    if (amount.ok) return ''
    const { code, ...facts } = amount.problem
    return message(messageKeyOf[code], facts)
  }
}
