import { post } from '../call.ts'

export const personalizationPaths = {
  /** CALL-80, OPEN-46. */
  saveDesign: post('/personalization/design/save'),
  /** CALL-81, OPEN-104. */
  renderDesign: post('/personalization/render'),
} as const
