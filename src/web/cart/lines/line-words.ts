import type { CartReply } from '#contracts/pages.ts'

/** The shopper's own words on a piece; '' without any. */
export function wordsOf({ personalization }: CartReply['lineItems'][number]): string {
  const texts = personalization?.lines.map(({ text }) => text).filter((text) => text !== '') ?? []
  return texts.length > 0 ? `Personalized: ${texts.join(', ')}` : ''
}
