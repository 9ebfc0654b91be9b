import type { SelectionType } from '#domain/payment/brands.ts'

/** What people call the selection types of saved cards (PAY-14). */
export const selectionNames: { readonly [Type in SelectionType]: string } = {
  Amex: 'American Express',
  Discover: 'Discover',
  MasterCard: 'Mastercard',
  Visa: 'Visa',
  CoBrandMasterCard: 'Rewards card',
  StoreCreditCard: 'Store card',
  DinersClub: 'Diners Club',
  Unspecified: 'Card',
}

/** The name of a saved card's type; 'Card' for one we do not know. */
export function cardName(type: string): string {
  return Object.hasOwn(selectionNames, type) ? selectionNames[type as SelectionType] : 'Card'
}
