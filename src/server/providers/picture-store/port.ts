import type { Readable } from 'node:stream'

/** A file of pictures on its way; `bytes` is how long it is, null where the store does not say. */
export type PictureStream = { readonly body: Readable; readonly bytes: number | null }

/**
 * Where the files of the catalogue's pictures are. Names are those of files, as in `sofa.3fa21c0b9d.w720.webp`; a name that holds a
 * hash is never used for another picture. Every method throws PictureStoreAway while the store does not answer, and
 * PictureStoreRefused when it says no.
 */
export type PictureStore = {
  /** For people: the folder, or the bucket. */
  readonly name: string
  /** Where browsers and mail readers get the files, as in `https://cdn.example.com/pictures`; '' where each storefront serves them. */
  readonly servedAt: string
  /** A file to be sent on; null when there is none. Whoever asks reads it to its end or destroys it. */
  open(name: string): Promise<PictureStream | null>
  /** A small file, whole; null when there is none. */
  read(name: string): Promise<Buffer | null>
  /** Which of these files are there. */
  present(names: readonly string[]): Promise<ReadonlySet<string>>
  /** Puts a file there, whole or not at all. */
  write(name: string, bytes: Uint8Array): Promise<void>
}

/** The store does not answer, or cannot now: the same may go well later. */
export class PictureStoreAway extends Error {
  override name = 'PictureStoreAway'
}

/** The store says no: wrong keys, no such bucket. It will say so again until somebody changes something. */
export class PictureStoreRefused extends Error {
  override name = 'PictureStoreRefused'
}
