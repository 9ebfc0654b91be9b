import { type ColorFamily, colorFamilies, colorFamilyOf } from './facets-color.ts'
import type { ProductOption } from './product.ts'

/** What of a product decides by which filters it is found; words as the retailer wrote them. */
export type FacetSource = {
  readonly name: string
  readonly details: readonly string[]
  readonly class: string
  readonly subclass: string
  readonly options: readonly ProductOption[]
}

/** By which filters a product is found. Values are slugs: lower case letters, digits, hyphens. */
export type ProductFacets = {
  /** '' when nothing says what kind of thing it is. */
  readonly type: string
  readonly materials: readonly string[]
  /** The family of each coloured choice, by 'code:value' as in optionChoice; which are sold differs by country. */
  readonly colors: { readonly [choice: string]: ColorFamily }
  /** Words for the search: colours and their families, materials. */
  readonly words: string
}

const materials: readonly (readonly [slug: string, pattern: RegExp])[] = [
  ['acacia', /\bacacia\b/i],
  ['alder', /\balder frame\b/i],
  ['ash', /\bash(?! ?tray| blonde)( wood)?\b/i],
  ['bamboo', /\bbamboo\b/i],
  ['beech', /\bbeech(wood)?\b/i],
  ['boucle', /\bboucl[eé]\b/i],
  ['brass', /\bbrass\b/i],
  ['bronze', /\bbronze\b/i],
  ['cane', /\bcane\b/i],
  ['cashmere', /\bcashmere\b/i],
  ['cast-iron', /\bcast[- ]iron\b/i],
  ['ceramic', /\bceramics?\b/i],
  ['concrete', /\bconcrete\b/i],
  ['copper', /\bcopper\b/i],
  ['cotton', /\bcotton\b/i],
  ['elm', /\belm\b/i],
  ['glass', /\b(glass|crystal)\b/i],
  ['iron', /(?<!cast[- ])\biron\b(?! (on|it|low|warm|medium))/i],
  ['jute', /\bjute\b/i],
  ['leather', /\bleather\b/i],
  ['linen', /\blinen\b/i],
  ['mango-wood', /\bmango\b/i],
  ['marble', /\bmarble\b/i],
  ['oak', /\boak\b/i],
  ['porcelain', /\b(porcelain|bone china)\b/i],
  ['rattan', /\brattan\b/i],
  ['steel', /\bsteel\b(?! springs?)/i],
  ['stoneware', /\bstoneware\b/i],
  ['teak', /\bteak\b/i],
  ['terracotta', /\bterracotta\b/i],
  ['travertine', /\btravertine\b/i],
  ['velvet', /\bvelvet\b/i],
  ['walnut', /\bwalnut\b/i],
  ['wicker', /\bwicker\b/i],
  ['wool', /\bwool\b/i],
]

const things =
  'armchair bar-stool basket bed bench blanket bookcase bottle bowl board cabinet candle candleholder canister carafe carpet chair chandelier chest clock coaster console cup curtain cushion decanter desk dresser duvet fire-pit floor-lamp flute frame glass goblet headboard jug lamp lantern lounge-chair loveseat mirror mug napkin nightstand ottoman pan pendant pillow pitcher planter plate platter pot pouf quilt recliner rug runner sconce sectional setting sheet shelf sideboard skillet sofa stool table tablecloth throw towel tray tumbler umbrella vase wardrobe'
    .split(' ')
    .map((slug) => ({ slug, pattern: new RegExp(`\\b${slug.replace('-', '[- ]?')}(e?s)?\\b`, 'gi') }))

/** The filters of a product, from the retailer's own words. Pure: the same words give the same filters. */
export function facetsOf(source: FacetSource): ProductFacets {
  const choices = source.options.flatMap(({ code, values }) =>
    values.map(({ value, name, swatch }) => ({
      choice: `${code}:${value}`,
      name,
      family: colorFamilyOf(name, swatch),
    })),
  )
  const colored = choices.flatMap(({ choice, name, family }) => (family === null ? [] : [{ choice, name, family }]))
  // a finish says what a thing is made of; the name of a colour may be any word ('Linen', 'Ash')
  const made = source.options
    .filter(({ code }) => code !== 'color' && code !== 'fabric')
    .flatMap(({ code, name, values }) => [code === 'leather' ? name : '', ...values.map((value) => value.name)])
  const text = [source.name, ...source.details, ...made].join(' . ')
  const found = materials.filter(([, pattern]) => pattern.test(text)).map(([slug]) => slug)
  const families = [...new Set(colored.map(({ family }) => colorFamilies[family].label))]
  return {
    type: typeOf(source),
    materials: found,
    colors: Object.fromEntries(colored.map(({ choice, family }) => [choice, family])),
    words: [...choices.map(({ name }) => name), ...families, ...found.map(wordsOf)].join(' '),
  }
}

/** The thing a name ends with ('Alder Sofa'), else the retailer's subclass or class. */
function typeOf({ name, class: kind, subclass }: FacetSource): string {
  const last = things
    .map(({ slug, pattern }) => ({ slug, at: [...name.matchAll(pattern)].at(-1)?.index ?? -1 }))
    .filter(({ at }) => at >= 0)
    // of two at one place the longer says more: 'floor lamp', not 'lamp'
    .sort((a, b) => endOf(b) - endOf(a) || b.slug.length - a.slug.length)[0]
  if (last !== undefined) return last.slug
  const written = [subclass, kind].find((words) => /^[A-Za-z][a-z]*( [A-Za-z][a-z]*)*$/.test(words)) ?? ''
  return written.toLowerCase().replaceAll(' ', '-')
}

function endOf({ slug, at }: { readonly slug: string; readonly at: number }): number {
  return at + slug.length
}

/** 'cast-iron' as a shopper reads it: 'cast iron'. */
export function wordsOf(slug: string): string {
  return slug.replaceAll('-', ' ')
}
