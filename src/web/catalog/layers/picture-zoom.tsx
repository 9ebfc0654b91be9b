import { type ReactNode, useState } from 'react'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
import { useZoom } from '#web/catalog/layers/use-zoom.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Sources } from '#web/ui/picture.tsx'
import styles from './picture-zoom.module.css'

export type PictureZoomInput = {
  readonly pictures: readonly PictureFacts[]
  /** Which shows first, from 0. */
  readonly first: number
}

/** The pictures one by one, as large as one likes: with buttons, keys, wheel and two fingers; what is larger than its frame is moved about. */
export function PictureZoom({ input, close }: LayerProps<PictureZoomInput, never>): ReactNode {
  const { pictures, first } = input
  const [shown, setShown] = useState(first)
  const picture = pictures[shown]
  if (picture === undefined) return null
  const step = (by: number) => setShown((shown + by + pictures.length) % pictures.length)
  return (
    <LayerFrame title={picture.alt || 'Picture'} isTitleHidden isWide onClose={() => close()}>
      <Zoomed key={picture.path} picture={picture} onStep={step} />
      {pictures.length > 1 && (
        <div className={styles.steps}>
          <button type="button" className={styles.tool} aria-label="Previous picture" onClick={() => step(-1)}>
            <Icon name="left" size={20} />
          </button>
          <p role="status">
            Picture {shown + 1} of {pictures.length}
          </p>
          <button type="button" className={styles.tool} aria-label="Next picture" onClick={() => step(1)}>
            <Icon name="right" size={20} />
          </button>
        </div>
      )}
    </LayerFrame>
  )
}

type ZoomedProps = { readonly picture: PictureFacts; readonly onStep: (by: number) => void }

function Zoomed({ picture, onStep }: ZoomedProps): ReactNode {
  const { view, scale, zoomBy, isLeast, isMost, touch } = useZoom()
  return (
    <div className={styles.stage}>
      <section
        ref={view}
        className={styles.view}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label="Enlarged picture"
        {...touch}
        onDoubleClick={() => zoomBy(isMost ? 1 / 8 : 2)}
        onKeyDown={(event) => {
          if (event.key === '+' || event.key === '=') zoomBy(1.5)
          else if (event.key === '-') zoomBy(1 / 1.5)
          else if (isLeast && event.key === 'ArrowRight') onStep(1)
          else if (isLeast && event.key === 'ArrowLeft') onStep(-1)
        }}
      >
        <Sources path={picture.path} widths={picture.widths} sizes={`${Math.round(scale * 100)}vw`}>
          <img
            src={picture.path}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            className={styles.image}
            style={{ width: `calc(min(100cqw, 100cqh * ${picture.width / picture.height}) * ${scale})` }}
            draggable={false}
          />
        </Sources>
      </section>
      <div className={styles.tools}>
        <button
          type="button"
          className={styles.tool}
          aria-label="Zoom out"
          disabled={isLeast}
          onClick={() => zoomBy(1 / 1.5)}
        >
          <Icon name="minus" size={20} />
        </button>
        <button
          type="button"
          className={styles.tool}
          aria-label="Zoom in"
          disabled={isMost}
          onClick={() => zoomBy(1.5)}
        >
          <Icon name="plus" size={20} />
        </button>
      </div>
    </div>
  )
}
