import type { PersonalizationLine } from './lines.ts'

/** A line as both requests have it: the color is `textcolor` here and `textColor` in the model (PERS-06). */
export type DesignLine = {
  readonly elementName: string
  readonly text: string
  readonly textcolor: string
  readonly font: string
}

/** What saving a design is asked with (PERS-05). The order type is that of the documents' sender, the profile guid the shopper's. */
export type DesignRequest = {
  readonly quantity: number
  readonly orderType: string
  readonly profileGuid: string
  readonly design: {
    readonly templateName: string
    readonly sku: number
    readonly locationName: string
    readonly personalization: readonly DesignLine[]
  }
}

/** Lines as the wire has them (PERS-06). */
export function designLines(
  lines: readonly Pick<PersonalizationLine, 'elementName' | 'text' | 'textColor' | 'font'>[],
): readonly DesignLine[] {
  return lines.map(({ elementName, text, textColor, font }) => ({ elementName, text, textcolor: textColor, font }))
}

/** What a preview answers (PERS-07): a picture, or why there is none. */
export type RenderReply = {
  readonly hasError: boolean
  readonly error: {
    readonly businessErrorCode: string
    readonly businessErrorDescription: string
    readonly profaneTexts: readonly string[]
  }
  readonly imageUrl: string
}

type SentRenderReply = Partial<Omit<RenderReply, 'error'>> & { readonly error?: Partial<RenderReply['error']> | null }

/** Of a preview's answer exactly these parts are read (PERS-07); one without a picture counts as an error. */
export function readRenderReply({ hasError = false, error, imageUrl = '' }: SentRenderReply): RenderReply {
  const { businessErrorCode = '', businessErrorDescription = '', profaneTexts = [] } = error ?? {}
  return {
    hasError: hasError || imageUrl === '',
    error: { businessErrorCode, businessErrorDescription, profaneTexts },
    imageUrl,
  }
}
