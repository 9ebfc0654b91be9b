import type { PersonalizationTemplate, PersonalizationTemplateLine } from '#domain/catalog/sku.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'

/** A text to be put on a piece, by the name of its line. */
export type LineText = { readonly elementName: string; readonly text: string }

/** One line as it will be made. */
export type MadeLine = LineText & { readonly textColor: string; readonly font: string }

/** What is wrong with one line's text; 'short' has no sentence of its own (PERS-13 to PERS-15). */
export type LineFault = 'long' | 'characters' | 'short' | null

/** Judges one line's text by its font's rules, spaces round it left out (PERS-13 to PERS-15); one left empty is not used. Lengths in characters. */
export function lineFault(text: string, { validationRegEx, minLength, maxLength }: FontRules): LineFault {
  const trimmed = text.trim()
  const length = [...trimmed].length
  if (length > maxLength) return 'long'
  if (validationRegEx !== '' && !new RegExp(validationRegEx, 'u').test(trimmed)) return 'characters'
  return length > 0 && length < minLength ? 'short' : null
}

type FontRules = PersonalizationTemplateLine['fontAttributes']

/** What a line is made of, as far as its pattern tells: capital letters alone, digits alone, or whatever it lets through. */
export function textKind({
  validationRegEx,
}: Pick<FontRules, 'validationRegEx'>): 'capitals' | 'digits' | 'characters' {
  if (validationRegEx === '') return 'characters'
  const pattern = new RegExp(validationRegEx, 'u')
  const [capital, small, digit, space] = ['A', 'a', '0', ' '].map((each) => pattern.test(each))
  if (small || space) return 'characters'
  if (capital) return digit ? 'characters' : 'capitals'
  return digit ? 'digits' : 'characters'
}

/**
 * The lines of a template as they will be made of a shopper's texts: every line in the template's order, in its own font
 * and color. Problems: missingText or missingLines when there is no text at all, fieldTooLong, invalidField (also for a line the template
 * does not have).
 */
export function checkLines(
  { lines }: Pick<PersonalizationTemplate, 'lines'>,
  texts: readonly LineText[],
): Outcome<MadeLine[]> {
  const isKnown = texts.every((each) => lines.some((line) => line.elementName === each.elementName))
  if (!isKnown || new Set(texts.map((each) => each.elementName)).size !== texts.length) {
    return refused({ code: 'invalidField', label: 'the text' })
  }
  const made = lines.map(({ elementName, textColor, font }): MadeLine => {
    const text = texts.find((each) => each.elementName === elementName)?.text.trim() ?? ''
    return { elementName, text, textColor, font }
  })
  if (made.every((line) => line.text === ''))
    return refused({ code: lines.length === 1 ? 'missingText' : 'missingLines' })
  for (const [at, { fontAttributes }] of lines.entries()) {
    const fault = lineFault(made[at]?.text ?? '', fontAttributes)
    if (fault === 'long') return refused({ code: 'fieldTooLong', label: 'the text', limit: fontAttributes.maxLength })
    if (fault !== null) return refused({ code: 'invalidField', label: 'the text' })
  }
  return good(made)
}

/** A legacy piece sends its lines as one text, a line each (PERS-22). */
export function textOfLines(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .join('\n')
    .trimEnd()
}

/** The texts of a legacy piece by the template's lines; more than it has lines are kept, so that they are refused. */
export function linesOfText({ lines }: Pick<PersonalizationTemplate, 'lines'>, text: string): LineText[] {
  return text.split('\n').map((each, at) => ({ elementName: lines[at]?.elementName ?? `beyond ${at}`, text: each }))
}
