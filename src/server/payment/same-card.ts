type Known = {
  readonly token: string
  readonly brand: string
  readonly lastFour: string
  readonly expMonth: number
  readonly expYear: number
}

/** Whether two are one card: a token is new each time it is entered, so it is known by what the processor says of it (PAY-13). */
export function isSameCard(one: Known, other: Known): boolean {
  const isSame = one.brand === other.brand && one.lastFour === other.lastFour
  return one.token === other.token || (isSame && one.expMonth === other.expMonth && one.expYear === other.expYear)
}
