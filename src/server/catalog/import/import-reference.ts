import { z } from 'zod'
import { importRecords } from '#contracts/catalog/import-schema.ts'

type Node = {
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Node[]
  readonly properties?: { readonly [name: string]: Node }
  readonly required?: readonly string[]
  readonly items?: Node
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
}

/** The page docs/reference/catalog-import.md, made from the schema of a catalogue file. */
export function catalogImportReference(): string {
  const parts = Object.entries(importRecords).map(([name, schema]) => recordSection(`\`${name}\``, schema))
  return `${head}\n${parts.join('\n')}`
}

/** A heading and a table of the fields of a line of JSON, from its schema. */
export function recordSection(heading: string, schema: z.ZodType): string {
  const node = z.toJSONSchema(schema, { io: 'input' }) as Node
  return `## ${heading}\n\n${node.description ?? ''}\n\n| field | kind | default | meaning |\n|---|---|---|---|\n${rows(node, '').join('\n')}\n`
}

const head = `# Catalogue files

Made from \`src/contracts/catalog/import-schema.ts\` by \`npm run docs:reference\`; do not edit by hand.

A catalogue file is JSON Lines in UTF-8: one record per line, empty lines are passed over. Records may stand in any order.

    npm run catalog:import -- FILE [--pictures FOLDER] [--skip-bad-lines] [--brand CB|CB2] [--country US|CA]

- Every line is checked by its schema, then against the other lines and the shop: a sku names a known product, a product a
  known category, an option choice the options of its product. A bad line is named by its number and field, and nothing of
  the file is taken over unless \`--skip-bad-lines\` is given.
- A record replaces the one with the same key: a category by brand and slug, a location by its number, a product by brand
  and id, a sku by its number. What a file does not name stays as it is; a sku goes off sale with status 'nla', or in one
  country by leaving out that country's price.
- Stock is set to what the file says. A line whose stock would fall below what orders hold is a bad line.
- The same file again changes nothing. What differs is taken over in slices, each a transaction of at most 500 whole products
  with their skus, prices, cards and search words, followed by their stock: shoppers see each product as it was or as it will
  be, and no order waits. Pages that are kept follow within a minute.
- An import that was cut off goes on with the same file; how far it is and how to end it: docs/how-to/import-a-catalogue.md.
- Pictures are files in the folder of pictures (PICTURES_DIR), named by their file name. With \`--pictures FOLDER\` a
  picture names an original in that folder and gives nothing but \`file\` and \`alt\`: widths, formats, measures and colour are
  made from it (docs/how-to/import-pictures.md). One that gives its width is a file the shop has already.
`

function rows(node: Node, prefix: string): string[] {
  const required = new Set(node.required ?? [])
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.anyOf?.find((each) => each.properties ?? each.items) ?? field
    const path = `${prefix}${name}`
    const row = `| \`${path}\` | ${kindOf(field)} | ${required.has(name) ? 'required' : defaultOf(field)} | ${(field.description ?? inner.description ?? '').replaceAll('|', '\\|')} |`
    if (inner.type === 'object') return [row, ...rows(inner, `${path}.`)]
    if (inner.type === 'array' && inner.items?.type === 'object') return [row, ...rows(inner.items, `${path}[].`)]
    return [row]
  })
}

function defaultOf(field: Node): string {
  return field.default === undefined ? 'left out' : `\`${JSON.stringify(field.default)}\``
}

function kindOf(field: Node): string {
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``
  if (field.enum) return field.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if (field.anyOf) return field.anyOf.map(kindOf).join(' or ')
  switch (field.type) {
    case 'array':
      return `list${limit(field.maxItems, ' of at most ')}${field.items && field.items.type !== 'object' ? ` of ${kindOf(field.items)}` : ''}`
    case 'integer':
    case 'number':
      return `${field.type === 'integer' ? 'whole number' : 'number'}${range(field)}`
    case 'string':
      if (field.format === 'date') return 'day'
      return `text${limit(field.maxLength, ', at most ')}${field.pattern ? `, \`${field.pattern.replaceAll('|', '\\|')}\`` : ''}`
    default:
      return field.type ?? 'any'
  }
}

function limit(value: number | undefined, words: string): string {
  return value === undefined ? '' : `${words}${value}`
}

function range({ minimum, maximum }: Node): string {
  if (minimum === undefined || maximum === undefined) return ''
  return `, ${minimum} to ${maximum}`
}
