import type { Brand } from './brands.ts'

/** What people call the brands (PAY-15). */
export const brandNames: { readonly [Name in Brand]: string } = {
  MasterCard: 'Mastercard',
  Visa: 'Visa',
  AmericanExpress: 'American Express',
  Discover: 'Discover',
  DinersClub: 'Diners Club',
  PLCCSynchrony: 'Store card',
  CoBrandMasterCard: 'Rewards Mastercard',
  Imprint: 'Rewards card',
  Cup: 'UnionPay',
  Jcb: 'JCB',
}
