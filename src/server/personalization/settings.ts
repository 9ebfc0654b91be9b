import { list } from '#server/config/setting-shapes.ts'

/** The settings of personalization: an operator's own words. */
export const personalizationSettings = {
  PERSONALIZATION_REFUSED_WORDS: list.default([]),
  PERSONALIZATION_ALLOWED_WORDS: list.default([]),
}
