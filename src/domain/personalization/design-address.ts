/** Where the pictures of designs are, by their hash (OPEN-104). */
export const designImagePath = '/personalization/image/'

/** The address of a design's picture, '' for a design without one. */
export function designAddress(hash: string | undefined): string {
  return hash === undefined || hash === '' ? '' : `${designImagePath}${hash}.svg`
}

/** The same picture for readers of mail, who show no drawings; '' for the address of anything else. */
export function designMailAddress(path: string): string {
  return path.startsWith(designImagePath) ? path.replace(/\.svg$/, '.jpg') : ''
}
