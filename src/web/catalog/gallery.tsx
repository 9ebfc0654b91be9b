import { type ReactNode, useState } from 'react'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
import { otherFile } from '#domain/catalog/picture.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { Picture } from '#web/ui/picture.tsx'
import styles from './gallery.module.css'

/** The pictures of a sku: one large, the others under it; each leads to its file where there are no scripts. */
export function Gallery({ pictures }: { readonly pictures: readonly PictureFacts[] }): ReactNode {
  const [shown, setShown] = useState(0)
  const large = pictures[shown] ?? pictures[0]
  if (large === undefined) return <div className={styles.none} />
  return (
    <div className={styles.gallery}>
      <a
        href={largest(large)}
        className={styles.large}
        onClick={(event) => {
          event.preventDefault()
          openLayer('pictureZoom', { picture: large })
        }}
      >
        <Picture
          picture={large}
          isFirst
          shape="own"
          sizes="(max-width: 900px) 100vw, (max-width: 1440px) 55vw, 775px"
        />
        <span className={styles.zoom}>Zoom</span>
      </a>
      {pictures.length > 1 && (
        <ul className={styles.thumbs} aria-label="More pictures">
          {pictures.map((picture, index) => (
            <li key={picture.path}>
              <a
                href={largest(picture)}
                aria-current={picture === large ? 'true' : undefined}
                className={styles.thumb}
                onClick={(event) => {
                  event.preventDefault()
                  setShown(index)
                }}
              >
                <Picture picture={picture} sizes="(max-width: 900px) 15vw, 120px" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The address of its widest file. */
function largest({ path, widths }: PictureFacts): string {
  return otherFile(path, widths?.at(-1) ?? 0, 'webp')
}
