import type { Brand } from '#domain/variant.ts'

/** What a brand says on its home page in its own words. */
type HomeWords = {
  readonly homeHeadline: string
  readonly homeLine: string
  readonly departmentsTitle: string
  readonly bestsellersTitle: string
  readonly secondHeadline: string
  readonly secondLine: string
}

export const homeWords: { readonly [Name in Brand]: HomeWords } = {
  CB: {
    homeHeadline: 'Rooms that ask you to stay',
    homeLine: 'Honest wood, washed linen, and chairs you will still love in ten years.',
    departmentsTitle: 'Begin with a room',
    bestsellersTitle: 'Loved by many homes',
    secondHeadline: 'The table is where it happens',
    secondLine: 'Solid tops, quiet lines, and room for one more.',
  },
  CB2: {
    homeHeadline: 'less, but louder',
    homeLine: 'Sharp lines, real materials, nothing extra.',
    departmentsTitle: 'pick your room',
    bestsellersTitle: 'what everyone takes home',
    secondHeadline: 'after dark',
    secondLine: 'Low seats, long tables, one good lamp.',
  },
}
