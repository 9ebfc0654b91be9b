import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
import { sourceSet, widthsOfAddress } from '#domain/catalog/picture.ts'
import styles from './picture.module.css'

export type PictureProps = {
  readonly picture: PictureFacts | null
  /** How wide it is drawn, for the browser's choice of file. */
  readonly sizes?: string
  /** The largest picture above the fold comes first and at once; all others when they are near. */
  readonly isFirst?: boolean
  /** Silent where the words beside it say the same. */
  readonly isDecoration?: boolean
  readonly shape?: 'portrait' | 'square' | 'scene' | 'own'
  readonly className?: string
}

/** A picture in a box of fixed shape on its own main colour, so that nothing moves when it comes. */
export function Picture(props: PictureProps): ReactNode {
  const { picture, isFirst = false, isDecoration = false, shape = 'portrait', className = '' } = props
  if (isFirst && picture?.widths) fetchSoon(picture.path, picture.widths, props.sizes)
  return (
    <span className={`${styles.box} ${styles[shape]} ${className}`}>
      {picture && <Ground color={picture.color} />}
      {picture && (
        <Sources path={picture.path} widths={picture.widths} sizes={props.sizes}>
          <img
            className={styles.image}
            src={picture.path}
            srcSet={picture.widths && sourceSet(picture.path, picture.widths, 'webp')}
            sizes={picture.widths && props.sizes}
            alt={isDecoration ? '' : picture.alt}
            width={picture.width}
            height={picture.height}
            loading={isFirst ? 'eager' : 'lazy'}
            fetchPriority={isFirst ? 'high' : 'auto'}
            decoding={isFirst ? 'sync' : 'async'}
          />
        </Sources>
      )}
    </span>
  )
}

/** Stands before the page's first line: the largest picture is asked for while the rest is still read. */
function fetchSoon(path: string, widths: readonly number[], sizes = '100vw'): void {
  preload(path, {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: sourceSet(path, widths, 'avif'),
    imageSizes: sizes,
    fetchPriority: 'high',
  })
}

export type SmallPictureProps = {
  /** Address of the picture, '' for none. */
  readonly path: string
  /** Its box in CSS pixels, at its widest. */
  readonly width: number
  readonly className?: string | undefined
  /** It stands where a popup or page begins: not worth waiting for. */
  readonly isEager?: boolean
}

/** A piece in a list: a picture of fixed size, four to five, silent beside its name. */
export function SmallPicture({ path, width, className, isEager = false }: SmallPictureProps): ReactNode {
  if (path === '') return null
  const widths = widthsOfAddress(path)
  const sizes = `${width}px`
  return (
    <Sources path={path} widths={widths} sizes={sizes}>
      <img
        src={path}
        srcSet={sourceSet(path, widths, 'webp') || undefined}
        sizes={widths.length > 0 ? sizes : undefined}
        alt=""
        width={width}
        height={(width * 5) / 4}
        className={className}
        loading={isEager ? 'eager' : 'lazy'}
      />
    </Sources>
  )
}

export type SourcesProps = {
  readonly path: string
  readonly widths: readonly number[] | undefined
  readonly sizes: string | undefined
  /** Its `img`. */
  readonly children: ReactNode
}

/** A photograph for browsers that read AVIF, round its WebP; a drawing is one file. */
export function Sources({ path, widths = [], sizes, children }: SourcesProps): ReactNode {
  if (widths.length === 0) return children
  return (
    <picture className={styles.sources}>
      <source type="image/avif" srcSet={sourceSet(path, widths, 'avif')} sizes={sizes} />
      {children}
    </picture>
  )
}

/** A plain colour as a drawing: the page's security policy allows no style attribute. */
export function Ground({ color }: { readonly color: string }): ReactNode {
  return (
    <svg className={styles.ground} aria-hidden="true" focusable="false" preserveAspectRatio="none" viewBox="0 0 1 1">
      <rect width="1" height="1" fill={color} />
    </svg>
  )
}
