import type { ImportLine } from '#contracts/catalog/import-schema.ts'
import { piece, place, prices } from '#test/builders/catalog.ts'

/** A throw in colours that differ in all that a line of the cart can lose by becoming another (CALM-12). */
export const throwIn = { oat: 8_601, blue: 8_602, red: 8_603, gone: 8_604, restricted: 8_605, custom: 8_606 } as const

const template = {
  type: 700 as const,
  templateName: 'Monogram',
  feeCents: { US: 1_000, CA: 1_200 },
  lines: [{ elementName: 'Text1', maxLength: 10, font: 'Block', textColor: 'Navy', validationRegEx: '^[A-Za-z ]*$' }],
}
const hanging = { type: 'Hang', name: 'Hanging', feeCents: { US: 9_900, CA: 12_900 } }

/** The product with its skus: blue takes words and costs more, red takes neither words nor installation and two are left. */
export function coloredThrow(): ImportLine[] {
  const names = Object.keys(throwIn) as (keyof typeof throwIn)[]
  const values = names.map((value) => ({
    value,
    name: `${value[0]!.toUpperCase()}${value.slice(1)}`,
    swatch: '#aa8855',
  }))
  const own = {
    oat: { personalization: template, services: [hanging] },
    blue: {
      personalization: { ...template, feeCents: { US: 1_500, CA: 1_700 } },
      services: [hanging],
      prices: prices(2_500, 3_000),
    },
    red: { stock: [{ locationId: place.warehouse.CB.US, onHand: 2 }] },
    gone: { status: 'nla' as const },
    restricted: { isPfas: true },
    custom: { customOrder: { title: 'Made for you', message: 'Please read', terms: ['It cannot be returned.'] } },
  }
  return names.flatMap((name, position) => {
    const of = { optionChoice: `color:${name}`, position, ...own[name] }
    const lines = piece('CB', throwIn[name], `Wool Throw, ${name}`, of, {
      productId: 'wool-throw',
      name: 'Wool Throw',
      options: [{ code: 'color', name: 'Color', values }],
    })
    return position === 0 ? lines : lines.slice(1)
  })
}
