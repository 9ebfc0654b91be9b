import { nextPosition } from '#domain/cart/lines/line-list.ts'
import { changed, unchanged } from '#domain/cart/lines/line-rules.ts'
import { mergeKeyOf } from '#domain/cart/lines/merge-key.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { Cart, CartLine, CartTender } from './cart.ts'
import type { CartRule, Changed, NewId } from './change.ts'
import type { CartChange } from './events.ts'
import { checkDonation, mergedPieces } from './limits.ts'

/** CART-13, OPEN-36: a donation of `cents`; a second one for the same sku takes the place of the first. */
export function addDonation(sku: number, cents: number, isDonationSku: boolean, newId: NewId): CartRule {
  return (cart) => {
    if (!isDonationSku) return refused({ code: 'notADonation', sku })
    const amount = checkDonation(cents)
    if (!amount.ok) return amount
    const old = cart.lines.find((line) => line.sku === sku && line.donationCents !== null)
    if (old?.donationCents === cents) return unchanged(cart)
    const line: CartLine = old
      ? { ...old, donationCents: cents, seenUnitCents: null }
      : { ...donationLine(sku, cents), lineId: newId(), position: nextPosition(cart.lines) }
    const lines = old ? cart.lines.map((one) => (one === old ? line : one)) : [...cart.lines, line]
    const before = old?.donationCents ?? null
    return changed({ ...cart, lines }, 'donationSet', { sku, cents, lineId: line.lineId }, [
      { kind: 'items', lineId: line.lineId, sku, before, after: 1 },
    ])
  }
}

function donationLine(sku: number, cents: number): Omit<CartLine, 'lineId' | 'position'> {
  const parts = {
    sku,
    optionChoice: '',
    personalization: null,
    isPickup: false,
    locationId: null,
    giftRegistryId: 0,
    installationType: '',
  }
  return {
    ...parts,
    mergeKey: mergeKeyOf(parts),
    part: 0,
    quantity: 1,
    shipMethod: 1,
    donationCents: cents,
    recipientId: null,
    seenUnitCents: null,
  }
}

/** CART-15: the ZIP or postal code of the cart page, already in its stored form. */
export function applyZip(zip: string): CartRule {
  return (cart) => {
    if (cart.taxZip === zip) return unchanged(cart)
    return changed({ ...cart, taxZip: zip }, 'zipApplied', { zip }, [
      { kind: 'shipping', lineId: '', sku: 0, before: cart.taxZip, after: zip },
    ])
  }
}

/** CART-18: one code per cart, already judged (OPEN-72); it takes the place of another. */
export function setPromo(code: string): CartRule {
  return (cart) => {
    if (cart.discountCode === code) return unchanged(cart)
    return changed({ ...cart, discountCode: code }, 'promoApplied', { code }, [
      { kind: 'promo', lineId: '', sku: 0, before: cart.discountCode, after: code },
    ])
  }
}

/** CART-19: takes the code off, or `noPromo`. */
export function removePromo(reason = 'asked'): CartRule {
  return (cart) => {
    const { discountCode } = cart
    if (discountCode === '') return refused({ code: 'noPromo' })
    return changed({ ...cart, discountCode: '' }, 'promoRemoved', { code: discountCode, reason }, [
      { kind: 'promo', lineId: '', sku: 0, before: discountCode, after: '' },
    ])
  }
}

/** CERT-05, OPEN-52: takes every reward certificate off. */
export function removeCertificates(): CartRule {
  return (cart) => {
    const tenders = cart.tenders.filter((tender) => tender.kind !== 'certificate')
    const count = cart.tenders.length - tenders.length
    if (count === 0) return unchanged(cart)
    return changed({ ...cart, tenders }, 'certificatesRemoved', { count }, [
      { kind: 'tender', lineId: '', sku: 0, before: count, after: 0 },
    ])
  }
}

/** Guest checkout was chosen (LOGIN-06, OPEN-43): the first step is open, when there is something to buy. */
export function chooseGuestCheckout(): CartRule {
  return (cart) => {
    if (cart.isGuestCheckout && cart.highestStep > 0) return unchanged(cart)
    const highestStep = Math.max(cart.highestStep, 1)
    return changed({ ...cart, isGuestCheckout: true, highestStep }, 'guestCheckoutChosen', {}, [])
  }
}

/** Opens a step (OPEN-20): the highest one never falls by opening an earlier one. */
export function openStep(step: number): CartRule {
  return (cart) =>
    cart.highestStep >= step ? unchanged(cart) : changed({ ...cart, highestStep: step }, 'stepOpened', { step }, [])
}

/**
 * OPEN-05, SCENE-09: the guest's lines into the member's cart, equal ones added up to at most 99 and nothing lost; the
 * guest's ZIP and code count where the member has none; a checkout the guest had begun is begun (LOGIN-09). The guest's
 * cart is closed by the caller.
 */
export function mergeGuestCart(guest: Cart, newId: NewId): CartRule {
  return (cart): Outcome<Changed> => {
    if (guest.lines.length + guest.savedLines.length === 0) return unchanged(cart)
    const changes: CartChange[] = []
    const tenders = mergeTenders(cart.tenders, guest.tenders)
    const lines = mergeLists(cart.lines, guest.lines, newId, changes)
    const savedLines = mergeLists(cart.savedLines, guest.savedLines, newId, [])
    const taxZip = cart.taxZip || guest.taxZip
    const discountCode = cart.discountCode || guest.discountCode
    // further steps stand on the guest's address, which does not come along
    const highestStep = Math.max(cart.highestStep, Math.min(guest.highestStep, 1))
    const facts = { guestCartId: guest.cartId, lines: guest.lines.map(({ sku, quantity }) => ({ sku, quantity })) }
    const merged = { ...cart, lines, savedLines, taxZip, discountCode, highestStep, tenders }
    return good({ cart: merged, event: { kind: 'guestCartMerged', facts, changes }, isUnlimited: true })
  }
}

/**
 * BEYOND-15: the lines of a cart that is handed over, into the cart of whoever opens its link; equal ones added up to at most
 * 99. The link stood on a screen, so what tells of its shopper stays behind: whom and where to, how it is paid, her ZIP, what
 * she put aside.
 */
export function takeHandedOver(from: Cart, newId: NewId): CartRule {
  return (cart) => {
    const changes: CartChange[] = []
    const lines = mergeLists(cart.lines, from.lines, newId, changes)
    const added = changes.map((change): CartChange => ({ ...change, kind: 'items' }))
    const facts = { cartId: from.cartId, lines: from.lines.map(({ sku, quantity }) => ({ sku, quantity })) }
    return changed({ ...cart, lines }, 'cartHandedOver', facts, added)
  }
}

/** Gift cards and codes the guest applied come behind the member's own. */
function mergeTenders(own: readonly CartTender[], guests: readonly CartTender[]): readonly CartTender[] {
  const more = guests.filter((guest) => own.every((one) => one.tenderId !== guest.tenderId))
  const last = Math.max(0, ...own.map((one) => one.position))
  return more.length === 0 ? own : [...own, ...more.map((one, nth) => ({ ...one, position: last + nth + 1 }))]
}

function mergeLists(own: readonly CartLine[], guests: readonly CartLine[], newId: NewId, changes: CartChange[]) {
  let lines = own
  for (const guest of guests) {
    const twin = lines.find((line) => line.mergeKey === guest.mergeKey)
    const line: CartLine = twin
      ? { ...twin, ...mergedAmount(twin, guest) }
      : { ...guest, lineId: newId(), position: nextPosition(lines), part: 0, recipientId: null }
    lines = twin ? lines.map((one) => (one === twin ? line : one)) : [...lines, line]
    const before = twin?.quantity ?? 0
    changes.push({ kind: 'merge', lineId: line.lineId, sku: line.sku, before, after: line.quantity })
  }
  return lines
}

/** Two donations for one sku do not add up: the later wish, the guest's, counts. */
function mergedAmount(own: CartLine, guest: CartLine): Pick<CartLine, 'quantity' | 'donationCents'> {
  if (guest.donationCents !== null) return { quantity: 1, donationCents: guest.donationCents }
  return { quantity: mergedPieces(own.quantity, guest.quantity), donationCents: own.donationCents }
}
