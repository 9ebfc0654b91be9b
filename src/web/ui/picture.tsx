import type { ReactNode } from 'react'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
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
  return (
    <span className={`${styles.box} ${styles[shape]} ${className}`}>
      {picture && <Ground color={picture.color} />}
      {picture && (
        <img
          className={styles.image}
          src={picture.path}
          alt={isDecoration ? '' : picture.alt}
          width={picture.width}
          height={picture.height}
          sizes={props.sizes}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding={isFirst ? 'sync' : 'async'}
        />
      )}
    </span>
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
