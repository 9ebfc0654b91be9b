import { createHmac } from 'node:crypto'
import { designText, type NormalDesign } from '#domain/personalization/normal-design.ts'
import { keyFor } from '#server/config/secrets.ts'

/** The name of a design in one installation: equal designs have equal ones. 32 hexadecimal digits. */
export type DesignId = (design: NormalDesign) => string

/** Keyed: whoever guesses a text cannot ask for its picture and so find out that somebody chose it. */
export function createDesignId(secret: string): DesignId {
  const key = keyFor(secret, 'design')
  return (design) => createHmac('sha256', key).update(designText(design)).digest('hex').slice(0, 32)
}
