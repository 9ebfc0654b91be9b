/** The picture of a registry: what a browser may send, and what is made of it. */
export const registryPictureRules = {
  /** Of the file that is sent, bytes. */
  maxBytes: 10_000_000,
  /** Each way; fewer look poor. */
  leastPixels: 300,
  /** Width and height of what is shown, at most. */
  shownPixels: 1_600,
  /** That of a closed registry is there when it is opened again, so long. */
  daysOfClosed: 30,
  /** What a file dialog offers; the server looks at the file itself. */
  accept: 'image/jpeg,image/png,image/webp',
} as const

/** The address of a registry's picture. Another picture has another one. */
export function registryPictureAddress(pictureId: string): string {
  return `/gift-registry/picture/${pictureId}.jpg`
}
