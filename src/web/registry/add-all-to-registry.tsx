import type { ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { useAddToRegistry } from '#web/registry/use-add-to-registry.ts'
import { Button } from '#web/ui/button.tsx'

type Line = CartReply['lineItems'][number]

/** What a registry can take of a cart: pieces that are no donation, no gift for a registry, and bear no words of their own. */
function requestsOf(lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ isDonation, grId, isPersonalized }) => !isDonation && grId === 0 && !isPersonalized)
}

/** Puts all that is in the cart into a registry at once (REG-07); the cart stays as it is. */
export function AddAllToRegistry({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const { isAdding, add } = useAddToRegistry()
  const [first, ...others] = requestsOf(lines)
  if (first === undefined || others.length === 0) return null
  const request = ({ sku, quantity }: Line) => ({ sku, quantity })
  return (
    <p>
      <Button
        kind="plain"
        disabled={isAdding}
        onClick={() => add({ items: [request(first), ...others.map(request)], tracked: [first, ...others] })}
      >
        Add All to Registry
      </Button>
    </p>
  )
}
