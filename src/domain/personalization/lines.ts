import type { PersonalizationTemplateLine } from '#domain/catalog/sku.ts'

/** What a text must match, with its least and greatest length in characters (PERS-02). */
export type FontAttributes = PersonalizationTemplateLine['fontAttributes']

/** One line a shopper may have put on a piece, with the picture it shows now; '' for none (PERS-02). */
export type PersonalizationLine = {
  readonly elementName: string
  /** In characters; each line has its own (PERS-23). */
  readonly maxLength: number
  readonly font: string
  readonly monogrammingImg: string
  readonly textColor: string
  readonly text: string
  readonly fontAttributes: FontAttributes
}

/** The lines of a template before anything is typed, all showing the same picture (PERS-02, PERS-09). */
export function emptyLines(
  lines: readonly PersonalizationTemplateLine[],
  image: string,
): readonly PersonalizationLine[] {
  return lines.map(({ elementName, font, textColor, fontAttributes }) => ({
    elementName,
    maxLength: fontAttributes.maxLength,
    font,
    monogrammingImg: image,
    textColor,
    text: '',
    fontAttributes,
  }))
}
