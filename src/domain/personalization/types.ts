/** Personalization types, sent as numbers (PERS-01). */
export const personalizationType = { none: 0, legacy: 100, inHouseEmbroidery: 700, inHouseEtching: 705 } as const

/** Made in our own house: embroidery and etching (PERS-01). */
export function isInHouse(type: number): boolean {
  return type === personalizationType.inHouseEmbroidery || type === personalizationType.inHouseEtching
}
