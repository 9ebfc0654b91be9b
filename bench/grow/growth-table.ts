import { growthOf, type Size } from './readings.ts'

/** To this size the line is drawn on. */
const reckoned = 10_000_000

/** The table of all sizes as Markdown: what each statement reads, how big an order is, and the line drawn on. */
export function growthTable(sizes: readonly Size[]): string {
  const last = sizes.at(-1)
  if (last === undefined) return ''
  const names = sizes.map(({ orders, skus }) => `${rounded(orders)} orders, ${rounded(skus)} skus`)
  const lines = [
    ['call', 'statement', ...names, 'ms', `${rounded(reckoned)} orders, reckoned`],
    ['---', '---', ...names.map(() => '--:'), '--:', '--:'],
    ...growthOf(sizes).map(({ call, statement, buffers, ms }) => [
      ...[call, `\`${statement}\``, ...buffers.map((each) => (each === null ? '' : String(Math.round(each))))],
      ...[ms.toFixed(2), lineTo(sizes, buffers)],
    ]),
  ]
  const sizeLines = sizes.map(
    ({ orders, skus, bytes }) =>
      `${rounded(orders)} orders, ${rounded(skus)} skus: ${(bytes / 1e9).toFixed(2)} GB, ${Math.round(bytes / orders)} bytes an order with its part of the catalogue`,
  )
  const passLines = sizes.flatMap(({ orders, passHours }) =>
    typeof passHours !== 'number' ? [] : [`${rounded(orders)} orders: ${passHours.toFixed(2)} hours of full pass`],
  )
  const lastPass = last.passHours
  if (typeof lastPass === 'number') {
    const hours = (lastPass * reckoned) / last.orders
    passLines.push(`${rounded(reckoned)} orders: ${hours.toFixed(1)} hours of full pass, reckoned`)
  }
  return [...lines.map((cells) => `| ${cells.join(' | ')} |`), '', ...sizeLines, '', ...passLines].join('\n')
}

/** A line through the first and the last reading: the deeper an index, the more it holds, so it is drawn over the power of ten. */
function lineTo(sizes: readonly Size[], buffers: readonly (number | null)[]): string {
  const known = sizes.flatMap(({ orders }, place) => {
    const read = buffers[place]
    return read === null || read === undefined ? [] : [{ power: Math.log10(orders), read }]
  })
  const [first, last] = [known.at(0), known.at(-1)]
  if (first === undefined || last === undefined || first === last) return ''
  const slope = (last.read - first.read) / (last.power - first.power)
  return String(Math.round(last.read + Math.max(0, slope) * (Math.log10(reckoned) - last.power)))
}

function rounded(count: number): string {
  const [unit, name] = count >= 1e6 ? [1e6, ' M'] : [1e3, ' k']
  return `${Math.round(count / unit)}${name}`
}
