import type { MadeLine } from './check-lines.ts'

/** What is put on a piece, with all that its picture depends on and nothing else: equal designs have equal text (BEYOND-09). */
export type NormalDesign = {
  readonly version: 1
  /** PERS-01. */
  readonly type: number
  readonly template: string
  readonly location: string
  /** The piece's own colour or finish, as its option is coded: 'oat'; '' when it has but one. */
  readonly ground: string
  readonly lines: readonly MadeLine[]
}

/** What one design may cost at most. */
export const designLimits = { lines: 6, characters: 72 } as const

/** The design of lines as they will be made; the texts in composed form, one blank where there were several. */
export function normalDesign(
  template: { readonly type: number; readonly templateName: string; readonly locationName: string },
  ground: string,
  lines: readonly MadeLine[],
): NormalDesign {
  return {
    version: 1,
    type: template.type,
    template: template.templateName,
    location: template.locationName,
    ground,
    lines: lines.map(({ elementName, text, textColor, font }) => {
      return { elementName, text: text.normalize('NFC').replace(/ +/g, ' ').trim(), textColor, font }
    }),
  }
}

/** The one spelling of a design that its hash is taken of: fields in this order, whatever order a database gave them. */
export function designText({ version, type, template, location, ground, lines }: NormalDesign): string {
  const made = lines.map(({ elementName, text, textColor, font }) => [elementName, text, textColor, font])
  return JSON.stringify([version, type, template, location, ground, made])
}

/** The colour or finish of 'color:oat|size:86in', in which words are put on a piece; '' for a piece of one colour. */
export function groundOf(optionChoice: string): string {
  const choice = optionChoice.split('|').find((each) => /^(color|finish|fabric):/.test(each))
  return choice?.slice(choice.indexOf(':') + 1) ?? ''
}

// letters, numbers, punctuation, signs and the plain blank, each by itself: no marks that pile up on a letter, no marks of
// direction or join, no controls, no private or unassigned characters, no halves of a pair
const plainText = /^[\p{L}\p{N}\p{P}\p{Sc}\p{Sm} ]*$/u

/** Whether a text, composed, is of single characters that stand in a row: what can be stitched at all. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && plainText.test(text.normalize('NFC'))
}

/** Whether a design is within the limits of its making: lines and characters. */
export function isWithinLimits(texts: readonly string[]): boolean {
  const characters = texts.reduce((sum, text) => sum + [...text].length, 0)
  return texts.length <= designLimits.lines && characters <= designLimits.characters
}
