import type { PersonalizationTemplate } from '#domain/catalog/sku.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { checkLines, type LineText, type MadeLine } from './check-lines.ts'
import { isPlainText, isWithinLimits } from './normal-design.ts'

/** Why a design has no picture (OPEN-104). */
export type RenderCode = 'E1001' | 'E1002' | 'E1003' | 'E2001' | 'E3001'

/** What is wrong with each, as the one who asks for a picture is told. */
export const renderSentences: { readonly [Code in RenderCode]: string } = {
  E1001: 'This item cannot be personalized that way.',
  E1002: 'This lettering is not offered.',
  E1003: 'This color is not offered.',
  E2001: 'This design cannot be made.',
  E3001: 'Please choose other words.',
}

/** The fonts and colours that can be made. */
export type House = { readonly hasFont: (name: string) => boolean; readonly hasColor: (name: string) => boolean }

/** What is sent of a line; a font or color left out is the template's own. */
export type SentLine = LineText & { readonly font: string; readonly textcolor: string }

/**
 * The lines as they will be made, or why they cannot (OPEN-104): E1001 for a template the piece does not have, E1002 and
 * E1003 for a font or color that is not the line's own or not to be had, E2001 for texts that cannot be made, with the
 * problem of the text itself. Words are judged elsewhere.
 */
export function checkRender(
  template: PersonalizationTemplate | null,
  sent: readonly SentLine[],
  house: House,
): Outcome<MadeLine[]> & { readonly renderCode?: RenderCode } {
  const refuse = (renderCode: RenderCode, label: string) => ({
    ...refused({ code: 'invalidField', label }),
    renderCode,
  })
  if (template === null) return refuse('E1001', 'the personalization')
  const own = new Map(template.lines.map((line) => [line.elementName, line]))
  for (const { elementName, font, textcolor } of sent) {
    const line = own.get(elementName)
    if (line === undefined) continue
    if ((font !== '' && font !== line.font) || !house.hasFont(line.font)) return refuse('E1002', 'the lettering')
    if ((textcolor !== '' && textcolor !== line.textColor) || !house.hasColor(line.textColor))
      return refuse('E1003', 'the color')
  }
  const texts = sent.map(({ text }) => text)
  if (!texts.every(isPlainText) || !isWithinLimits(texts)) return refuse('E2001', 'the text')
  const made = checkLines(template, sent)
  return made.ok ? good(made.value) : { ...made, renderCode: 'E2001' }
}
