import { type ReactNode, useRef, useState } from 'react'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { prefetchLayer } from '#web/layers/prefetch.ts'
import { Picture } from '#web/ui/picture.tsx'
import styles from './gallery.module.css'

/**
 * The pictures of a sku side by side, one in sight, the others under it: by hand, by finger, by key, and before the
 * scripts have come by their own addresses. Each opens large.
 */
export function Gallery({ pictures }: { readonly pictures: readonly PictureFacts[] }): ReactNode {
  const [shown, setShown] = useState(0)
  const strip = useRef<HTMLUListElement>(null)
  if (pictures.length === 0) return <div className={styles.none} />

  const show = (index: number) => {
    const view = strip.current
    setShown(index)
    view?.scrollTo?.({ left: index * view.clientWidth, behavior: 'instant' })
  }
  const follow = () => {
    const view = strip.current
    if (view !== null && view.clientWidth > 0) setShown(Math.round(view.scrollLeft / view.clientWidth))
  }
  return (
    <div className={styles.gallery}>
      <div className={styles.frame}>
        <ul ref={strip} className={styles.strip} onScroll={follow}>
          {pictures.map((picture, index) => (
            <li
              key={picture.path}
              id={`picture-${index + 1}`}
              className={styles.slide}
              aria-hidden={index === shown ? undefined : true}
            >
              <a
                href={picture.path}
                className={styles.large}
                tabIndex={index === shown ? undefined : -1}
                onPointerEnter={() => prefetchLayer('pictureZoom')}
                onClick={(event) => {
                  event.preventDefault()
                  openLayer('pictureZoom', { pictures, first: index })
                }}
              >
                <Picture
                  picture={picture}
                  isFirst={index === 0}
                  shape="own"
                  sizes="(max-width: 900px) 100vw, (max-width: 1440px) 55vw, 790px"
                />
                <span className={styles.zoom}>Zoom</span>
              </a>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <p className={styles.position} aria-hidden="true">
            {shown + 1} / {pictures.length}
          </p>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className={styles.thumbs} aria-label="All pictures">
          {pictures.map((picture, index) => (
            <li key={picture.path}>
              <a
                href={`#picture-${index + 1}`}
                aria-current={index === shown ? 'true' : undefined}
                className={styles.thumb}
                onClick={(event) => {
                  event.preventDefault()
                  show(index)
                }}
              >
                <Picture picture={picture} sizes="96px" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
