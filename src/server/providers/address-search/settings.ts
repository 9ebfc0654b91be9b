import { readableFile } from '#server/config/setting-shapes.ts'
import { readPlaces } from './places-file.ts'

/** Where offers for an address come from: the file of places. */
export const addressSearchSettings = {
  ADDRESS_PLACES: readableFile(readPlaces).optional(),
}
