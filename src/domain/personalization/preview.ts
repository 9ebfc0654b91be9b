import { lineFault } from './check-lines.ts'
import type { RenderReply } from './design.ts'
import type { PersonalizationLine } from './lines.ts'
import type { PersonalizationState } from './state.ts'

/** Whether every line is empty: the piece is shown as it is (PERS-09). */
export function isEmpty(lines: readonly Pick<PersonalizationLine, 'text'>[]): boolean {
  return lines.every(({ text }) => text.trim() === '')
}

/** A preview is asked for only when every line matches its pattern and at least one has text (PERS-08). */
export function mayPreview(lines: readonly PersonalizationLine[]): boolean {
  return !isEmpty(lines) && lines.every(({ text, fontAttributes }) => lineFault(text, fontAttributes) === null)
}

/** Shut exactly when it is personalized and the texts stand in the way; the first value true blocks nothing (PERS-20). */
export function isAddToCartDisabled({
  isPersonalized,
  errorDetails,
}: Pick<PersonalizationState, 'isPersonalized' | 'errorDetails'>): boolean {
  return isPersonalized && errorDetails.isAddToCartDisabled
}

/** What of the form is marked; lines by their elementName. */
export type Highlight = { readonly legend: boolean; readonly summary: boolean; readonly lines: readonly string[] }

/** What an error of the preview marks: the legend, the summary, the offending lines, else the first line (PERS-16 to PERS-19, OPEN-105). */
export function highlightOf(
  { businessErrorCode, profaneTexts }: Pick<RenderReply['error'], 'businessErrorCode' | 'profaneTexts'>,
  lines: readonly Pick<PersonalizationLine, 'elementName' | 'text'>[],
): Highlight {
  const first = lines.slice(0, 1)
  const marked = (some: typeof lines) => some.map(({ elementName }) => elementName)
  switch (businessErrorCode) {
    case 'E1001':
    case 'E1002':
    case 'E1003':
      return { legend: true, summary: false, lines: [] }
    case 'E2001':
      return { legend: false, summary: true, lines: [] }
    case 'E3001': {
      const profane = lines.filter(({ text }) => profaneTexts.includes(text.trim()))
      return { legend: false, summary: false, lines: marked(profane.length > 0 ? profane : first) }
    }
    default:
      return { legend: false, summary: false, lines: marked(first) }
  }
}
