import type { CartTender } from '#domain/cart/cart.ts'
import type { CartRule } from '#domain/cart/change.ts'
import { changed, unchanged } from '#domain/cart/lines/line-rules.ts'
import { refused } from '#domain/outcome.ts'

/** Puts stored value on the cart, behind what is there: tenders pay in the order applied (TENDER-11). */
export function applyTender(tender: Omit<CartTender, 'position'>): CartRule {
  return (cart) => {
    if (cart.tenders.some((one) => one.tenderId === tender.tenderId)) return unchanged(cart)
    const position = 1 + Math.max(0, ...cart.tenders.map((one) => one.position))
    const tenders = [...cart.tenders, { ...tender, position }]
    return changed({ ...cart, tenders }, 'tenderApplied', { kind: tender.kind, label: tender.label }, [
      { kind: 'tender', lineId: '', sku: 0, before: '', after: tender.label },
    ])
  }
}

/** Takes one off again (TENDER-03, TENDER-07); `tenderNotApplied` when it is not on the cart. */
export function removeTender(tenderId: string): CartRule {
  return (cart) => {
    const tender = cart.tenders.find((one) => one.tenderId === tenderId)
    if (tender === undefined) return refused({ code: 'tenderNotApplied' })
    const tenders = cart.tenders.filter((one) => one !== tender)
    return changed({ ...cart, tenders }, 'tenderRemoved', { kind: tender.kind, label: tender.label }, [
      { kind: 'tender', lineId: '', sku: 0, before: tender.label, after: '' },
    ])
  }
}
