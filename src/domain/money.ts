/**
 * The one rounding of the product: half away from zero, to whole cents.
 * `numerator / denominator` is computed in integers (BigInt), so that no binary fraction ever decides a cent.
 */
export function divideRounded(numerator: bigint, denominator: bigint): number {
  if (denominator <= 0n) throw new Error('denominator must be positive')
  const negative = numerator < 0n
  const magnitude = negative ? -numerator : numerator
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n)
  return Number(negative ? -rounded : rounded)
}

/** `cents` times a rate in millionths (6.25 % is 62500), rounded once to whole cents. */
export function atRate(cents: number, millionths: number): number {
  return divideRounded(BigInt(cents) * BigInt(millionths), 1_000_000n)
}

/**
 * Shares a whole amount of cents out by weights; the parts always sum to the amount (largest remainder first,
 * ties to the earlier part), no part has the other sign, and a weight of 0 gets 0 unless all weights are 0.
 */
export function shareOut(cents: number, weights: readonly number[]): number[] {
  if (weights.some((weight) => weight < 0 || !Number.isInteger(weight)))
    throw new Error('weights must be whole and not negative')
  if (weights.length === 0) return []
  const total = weights.reduce((a, b) => a + BigInt(b), 0n)
  const effective = total === 0n ? weights.map(() => 1n) : weights.map((weight) => BigInt(weight))
  const whole = total === 0n ? BigInt(weights.length) : total
  const sign = cents < 0 ? -1 : 1
  const amount = BigInt(Math.abs(cents))
  const floors = effective.map((weight) => (amount * weight) / whole)
  let rest = Number(amount - floors.reduce((a, b) => a + b, 0n))
  const byRemainder = effective
    .map((weight, index) => ({ index, remainder: (amount * weight) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  const parts = floors.map(Number)
  for (const { index } of byRemainder) {
    if (rest === 0) break
    parts[index] = parts[index]! + 1
    rest -= 1
  }
  return parts.map((part) => (part === 0 ? 0 : part * sign))
}
