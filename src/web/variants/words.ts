import type { Brand } from '#domain/variant.ts'

/** What a brand says in its own words. */
export type BrandWords = {
  readonly homeHeadline: string
  readonly homeLine: string
  readonly departmentsTitle: string
  readonly bestsellersTitle: string
  readonly secondHeadline: string
  readonly secondLine: string
  readonly emptyCartLine: string
}

export const brandWords: { readonly [Name in Brand]: BrandWords } = {
  CB: {
    homeHeadline: 'Rooms that ask you to stay',
    homeLine: 'Honest wood, washed linen, and chairs you will still love in ten years.',
    departmentsTitle: 'Begin with a room',
    bestsellersTitle: 'Loved by many homes',
    secondHeadline: 'The table is where it happens',
    secondLine: 'Solid tops, quiet lines, and room for one more.',
    emptyCartLine: 'A good chair waits for no one. Well, perhaps a little.',
  },
  CB2: {
    homeHeadline: 'less, but louder',
    homeLine: 'Sharp lines, real materials, nothing extra.',
    departmentsTitle: 'pick your room',
    bestsellersTitle: 'what everyone takes home',
    secondHeadline: 'after dark',
    secondLine: 'Low seats, long tables, one good lamp.',
    emptyCartLine: 'Empty space is a choice. This is a bit much.',
  },
}
