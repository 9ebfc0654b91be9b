import type { GiftWrap } from '#domain/gift/gift-options.ts'

/** What the ways to pack a gift are called. */
export const giftWrapNames: { readonly [Wrap in GiftWrap]: string } = {
  none: 'No gift wrap',
  box: 'Gift box',
  wrap: 'Gift wrap',
}
