type Chosen = {
  readonly recipientId: string
  readonly shipments: readonly { readonly id: string }[]
  readonly giftOptions: object
}

/**
 * What is sent for the deliveries as they are called now, chosen as the page showed it before the address was saved: the
 * answer to that may tell of choices made elsewhere, and a shipment has its way in its name (CALM-33).
 */
export function asShown<One extends Chosen>(
  shown: { readonly recipients: readonly One[] },
  now: { readonly recipients: readonly One[] },
): { readonly recipients: One[] } {
  return { recipients: now.recipients.map((one) => chosenFor(one, shown.recipients)) }
}

function chosenFor<One extends Chosen>(one: One, shown: readonly One[]): One {
  const was = shown.find(({ recipientId }) => recipientId === one.recipientId)
  if (was === undefined) return one
  const isAlike = was.shipments.length === one.shipments.length
  const shipments = one.shipments.map((shipment, index) => {
    const same = was.shipments.find(({ id }) => id === shipment.id) ?? (isAlike ? was.shipments[index] : undefined)
    return { ...shipment, ...same, id: shipment.id }
  })
  return { ...one, giftOptions: was.giftOptions, shipments }
}
