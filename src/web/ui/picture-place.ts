import { createContext, use } from 'react'
import { addressAt } from '#domain/catalog/picture.ts'

const PlaceContext = createContext('')

/** Where the catalogue's pictures are, for all parts below: '' for the storefront itself. */
export const PicturePlace = PlaceContext

/** Tells the address of a picture by its path. */
export function usePictureAddress(): (path: string) => string {
  const at = use(PlaceContext)
  return (path) => addressAt(at, path)
}
