import type { ItemChoices } from '#contracts/cart/line-change-calls.ts'
import type { CartReply } from '#contracts/pages.ts'

/** What of a line does not go over to a piece, a sentence each (CALM-12). */
export function lossText(
  line: CartReply['lineItems'][number],
  { losses, quantity }: Pick<ItemChoices['pieces'][number], 'losses' | 'quantity'>,
  money: (cents: number) => string,
): readonly string[] {
  const texts: { readonly [Loss in (typeof losses)[number]]: string } = {
    words: 'Your words cannot be put on this one. They are taken off.',
    installation: `Installation is not offered for this one. It is taken off (${money(line.installationServiceFee)}).`,
    registry: `The registry${line.giftFor ? ` of ${line.giftFor}` : ''} does not ask for this one. It is then no longer a gift from it.`,
  }
  const fewer = quantity < line.quantity ? [`Only ${quantity} left: your ${line.quantity} become ${quantity}.`] : []
  return [...fewer, ...losses.map((loss) => texts[loss])]
}
