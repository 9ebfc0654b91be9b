import type { Brand } from '#domain/variant.ts'

/** What a brand says of an empty cart in its own words. */
export const emptyCartLines: { readonly [Name in Brand]: string } = {
  CB: 'A good chair waits for no one. Well, perhaps a little.',
  CB2: 'Empty space is a choice. This is a bit much.',
}
