import { type ReactNode, useEffect, useRef } from 'react'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
import { sourceSet } from '#domain/catalog/picture.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Sources } from '#web/ui/picture.tsx'
import styles from './picture-zoom.module.css'

/** As wide as its dialog, on a phone twice the screen: the widest there is. */
const sizes = 'max(100vw, 780px)'

/** One picture larger than the page shows it, to be moved about; its middle is seen first. */
export function PictureZoom({ input, close }: LayerProps<{ readonly picture: PictureFacts }, never>): ReactNode {
  const { picture } = input
  const view = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = view.current
    element?.scrollTo?.({
      left: (element.scrollWidth - element.clientWidth) / 2,
      top: (element.scrollHeight - element.clientHeight) / 2,
    })
  }, [])
  return (
    <LayerFrame title={picture.alt || 'Picture'} isTitleHidden isWide onClose={() => close()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section ref={view} className={styles.view} tabIndex={0} aria-label="Enlarged picture">
        <Sources path={picture.path} widths={picture.widths} sizes={sizes}>
          <img
            src={picture.path}
            srcSet={picture.widths && sourceSet(picture.path, picture.widths, 'webp')}
            sizes={picture.widths && sizes}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            className={styles.image}
          />
        </Sources>
      </section>
    </LayerFrame>
  )
}
