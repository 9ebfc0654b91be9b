import { fileURLToPath } from 'node:url'

/** Pictures of the demo catalogue: its photographs, and what was drawn at the first start. */
export const demoPictures = ['../../../catalog/photographs/files', '../../../build/pictures'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
)

/** Where the demo store's local delivery starts: one place for each local delivery area. */
export const demoDeliveryPoints = fileURLToPath(new URL('../../../catalog/delivery-points.json', import.meta.url))
/** Cities of both countries with some of their postal codes. */
export const demoPlaces = fileURLToPath(new URL('../../../catalog/places.csv', import.meta.url))
