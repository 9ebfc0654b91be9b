/**
 * Whether a rectangle goes through an opening when it may be leant, all in one unit: the rule of Carver (1957) for a
 * rectangle p by q in one of a by b, with p > a and q <= b.
 */
export function passesTilted(one: number, other: number, width: number, height: number): boolean {
  const [p, q] = one > other ? [one, other] : [other, one]
  const [a, b] = width > height ? [width, height] : [height, width]
  if (q > b) return false
  if (p <= a) return true
  const diagonal = p * p + q * q
  return b >= (2 * p * q * a + (p * p - q * q) * Math.sqrt(diagonal - a * a)) / diagonal
}

const angles = Array.from({ length: 899 }, (_, index) => ((index + 1) * Math.PI) / 1800)

/**
 * The longest thing `thick` across that turns a right angle from a way of one width into a way of another, all in one
 * unit: the least room over all angles on the way round. Never negative.
 */
export function turnLength(thick: number, width: number, landing: number): number {
  const rooms = angles.map((angle) => {
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    return (width * cos + landing * sin - thick) / (sin * cos)
  })
  return Math.max(0, Math.min(...rooms))
}
