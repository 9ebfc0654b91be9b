import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { useWantedBefore } from '#web/registry/before-sign-in.ts'
import type { LeftOut } from '#web/registry/registry-requests.ts'
import { useAddToRegistry } from '#web/registry/use-add-to-registry.ts'
import { Button } from '#web/ui/button.tsx'

type Line = CartReply['lineItems'][number]

/** Why a line of the cart is not one to ask a registry for; '' when it may be, which the registry then judges. */
function reasonAgainst({ isDonation, grId, isPersonalized }: Line): string {
  if (isDonation) return 'A donation cannot be put into a registry.'
  if (grId !== 0) return 'It is a gift from a registry already.'
  return isPersonalized ? 'It has your own words on it. You can add it from its page.' : ''
}

/**
 * Puts all that a registry can take of the cart into one at once (REG-07), and names the rest with the reason (CALM-14);
 * the cart stays as it is.
 */
export function AddAllToRegistry({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const { isAdding, add } = useAddToRegistry()
  useWantedBefore((wanted) => ('items' in wanted && wanted.items.items.length > 1 ? wanted.items : null), add)
  const [first, ...others] = lines.filter((line) => reasonAgainst(line) === '')
  if (first === undefined || others.length === 0) return null
  const request = ({ sku, quantity }: Line) => ({ sku, quantity })
  const leftOut = lines.flatMap((line): LeftOut[] => {
    const message = reasonAgainst(line)
    return message === '' ? [] : [{ name: line.title, message }]
  })
  return (
    <p>
      <Button
        kind="plain"
        disabled={isAdding}
        onClick={() => add({ items: [request(first), ...others.map(request)], tracked: [first, ...others], leftOut })}
      >
        Add All to Registry
      </Button>
    </p>
  )
}
