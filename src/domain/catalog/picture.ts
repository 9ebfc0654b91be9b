/** How a picture travels: AVIF to browsers that read it, WebP to the others, JPEG to mail readers. */
export type PictureFormat = 'avif' | 'webp' | 'jpg'

/** Widths in pixels of a product's picture; one narrower than the last has fewer, never wider ones. */
export const pieceWidths: readonly number[] = [240, 480, 720, 960]
/** Widths in pixels of a room that goes across a page. */
export const roomWidths: readonly number[] = [480, 960, 1440, 1920]
/** The one width that mails have, as JPEG. */
export const mailWidth = 240

/**
 * The widths in which a picture `width` pixels wide is kept: those of the ladder up to its own, and its own where the
 * step to the next would lose much. One narrower than all of them has none.
 */
export function widthsFor(width: number, ladder: readonly number[]): readonly number[] {
  const below = ladder.filter((each) => each <= width)
  const last = below.at(-1)
  if (last === undefined || below.length === ladder.length) return below
  return width >= last * 1.1 ? [...below, width] : below
}

/** The name of a picture at one width and in one format: 'alder-sofa-oat.3fa21c0b9d.w720.webp'. */
export function pictureFile(name: string, width: number, format: PictureFormat): string {
  return `${name}.w${width}.${format}`
}

/**
 * The name by which a picture in several widths is known, and what JSON answers give as its address: a WebP of 720
 * pixels; of a room, or of one that is narrower, the widest up to 960. `widths` in rising order, at least one.
 */
export function leadFile(name: string, widths: readonly number[]): string {
  const widest = widths.findLast((width) => width <= 960) ?? widths[0] ?? 0
  return pictureFile(name, widths.includes(720) ? 720 : widest, 'webp')
}

const named = /\.w(\d+)\.webp$/

/** The width in the name of a picture that is there in several; 0 for a picture of one file. */
export function widthInName(file: string): number {
  return Number(named.exec(file)?.[1] ?? 0)
}

/** The same picture at another width or in another format. A picture of one file is answered as it is. */
export function otherFile(file: string, width: number, format: PictureFormat): string {
  return file.replace(named, `.w${width}.${format}`)
}

/** What a browser chooses from ('… 240w, … 480w'), '' for a picture of one file. */
export function sourceSet(file: string, widths: readonly number[], format: PictureFormat): string {
  if (widthInName(file) === 0) return ''
  return widths.map((width) => `${otherFile(file, width, format)} ${width}w`).join(', ')
}

/** The widths of a piece's picture of which only the address is known: those up to the one it names. */
export function widthsOfAddress(path: string): readonly number[] {
  return widthsFor(widthInName(path), pieceWidths)
}

/**
 * The whole address of a picture by its path: where the catalogue's are served (`at`, as in 'https://cdn.example.com/p', '' for the
 * storefront itself), else of the storefront. One that is whole already, and '', stay.
 */
export function wholeAddress(path: string, origin: string, at = ''): string {
  if (!path.startsWith('/')) return path
  return at !== '' && path.startsWith('/pictures/') ? path.replace('/pictures', at) : `${origin}${path}`
}

/** The address of a picture that any mail reader shows; '' when there is none. */
export function mailAddress(path: string): string {
  return widthInName(path) === 0 ? '' : otherFile(path, mailWidth, 'jpg')
}
