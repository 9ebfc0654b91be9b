import type { Page } from '#contracts/pages.ts'
import { productAddress, type SkuFacts } from '#domain/catalog/sku.ts'
import { designAddress } from '#domain/personalization/design-address.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Sql } from '#server/db/database.ts'
import type { DesignOwner } from '#server/personalization/design-store.ts'
import { type OwnDesign, readOwnDesigns } from '#server/personalization/own-design-store.ts'

type ShownDesign = Extract<Page, { readonly name: 'account' }>['designs'][number]

/** So many as a page shows at a look; an order has its own page. */
const maxShown = 12

/** The designs of a shopper as her account shows them (CALM-64). */
export async function loadOwnDesigns(sql: Sql, owner: DesignOwner): Promise<ShownDesign[]> {
  const designs = await readOwnDesigns(sql, owner, maxShown)
  if (designs.length === 0) return []
  const known = await skuFacts(sql, owner.variant, [...new Set(designs.map(({ sku }) => sku))])
  return designs.flatMap((design) => {
    const facts = known.get(design.sku)
    return facts === undefined ? [] : [shownDesign(design, facts)]
  })
}

function shownDesign({ sku, lines, designHash }: OwnDesign, facts: SkuFacts): ShownDesign {
  const { title, isSold, status, personalization } = facts
  const typed = lines.filter(({ text }) => text !== '')
  // a piece that is now personalized in another way takes other words
  const isOfTemplate = typed.every(({ elementName }) =>
    personalization?.lines.some((line) => line.elementName === elementName),
  )
  return {
    ...{ sku, designHash, name: title, words: typed.map(({ text }) => text).join(', ') },
    lines: Object.fromEntries(typed.map(({ elementName, text }) => [elementName, text])),
    imagePath: designAddress(designHash),
    navigateUrl: productAddress(sku),
    canBeMade: isSold && status !== 'nla' && personalization !== null && isOfTemplate,
  }
}
