import { post } from '../call.ts'

/** CALL-80, OPEN-46. */
export const personalizationPaths = {
  saveDesign: post('/personalization/design/save'),
} as const
