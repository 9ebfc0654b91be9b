import { createHmac } from 'node:crypto'
import { designText, type NormalDesign } from '#domain/personalization/normal-design.ts'
import { keysFor, type Secret } from '#server/config/secrets.ts'

/** The name of a design in one installation: equal designs have equal ones. 32 hexadecimal digits. */
export type DesignId = (design: NormalDesign) => string

/** Keyed: whoever guesses a text cannot ask for its picture and so find out that somebody chose it. */
export function createDesignId(secret: Secret): DesignId {
  const keys = keysFor(secret, 'design')
  return (design) => createHmac('sha256', keys()[0]).update(designText(design)).digest('hex').slice(0, 32)
}
