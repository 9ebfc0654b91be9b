import { createHash } from 'node:crypto'
import { fillMessage, type MessageFacts } from '#domain/fill-message.ts'
import { defaultTexts, type MessageKey, type MessageTexts } from '#domain/messages.ts'
import { allVariants, type Variant, type VariantKey } from '#domain/variant.ts'
import type { Sql } from '#server/db/database.ts'
import type { Text } from '#server/http/context.ts'
import { type MessageRow, readMessages } from '#server/platform/message-store.ts'

/** The configured messages of the four storefronts (OPEN-11): defaults of the product under the rows of the table. */
export type Messages = {
  textsOf(variant: Variant): MessageTexts
  /** Looks a message up and fills in its facts as plain text. */
  textOf(variant: Variant): Text
  /** Differs when a text differs: part of the key of cached pages. */
  version(): string
  /** Reads the table again. */
  refresh(): Promise<void>
}

/** Messages with their defaults until the first `refresh`. */
export function createMessages(sql: Sql): Messages {
  let texts = textsWith([])
  let lookups = lookupsOf(texts)
  let version = 'defaults'
  return {
    textsOf: (variant) => texts[variant.key],
    textOf: (variant) => lookups[variant.key],
    version: () => version,
    async refresh() {
      const rows = await readMessages(sql)
      const found = createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 12)
      if (found === version) return
      texts = textsWith(rows)
      lookups = lookupsOf(texts)
      version = found
    },
  }
}

/** The product's own messages of a storefront, for as long as no table can be read. */
export function defaultText(variant: Variant): Text {
  return lookupOf(defaultTexts(variant), variant)
}

type ByVariant<Value> = { readonly [Key in VariantKey]: Value }

/** A row for one brand or locale goes before a row for all. */
function textsWith(rows: readonly MessageRow[]): ByVariant<MessageTexts> {
  const weight = (row: MessageRow) => (row.brand === '' ? 0 : 2) + (row.locale === '' ? 0 : 1)
  const ordered = [...rows].sort((one, other) => weight(one) - weight(other))
  return byVariant((variant) => {
    const own: Record<string, string> = { ...defaultTexts(variant) }
    for (const { key, brand, locale, text } of ordered) {
      const isMeant = (brand === '' || brand === variant.brand) && (locale === '' || locale === variant.locale)
      if (isMeant && Object.hasOwn(own, key)) own[key] = text
    }
    return own as MessageTexts
  })
}

function lookupsOf(texts: ByVariant<MessageTexts>): ByVariant<Text> {
  return byVariant((variant) => lookupOf(texts[variant.key], variant))
}

function lookupOf(texts: MessageTexts, { currency }: Variant): Text {
  return (key: MessageKey, facts) => {
    const text = texts[key]
    return facts === undefined ? text : fillMessage(text, facts as MessageFacts, currency)
  }
}

function byVariant<Value>(of: (variant: Variant) => Value): ByVariant<Value> {
  return Object.fromEntries(allVariants.map((variant) => [variant.key, of(variant)])) as ByVariant<Value>
}
