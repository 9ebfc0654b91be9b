import type { ReactNode } from 'react'
import type { Picture as PictureFacts } from '#contracts/pages.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import styles from './picture-zoom.module.css'

/** One picture as large as the screen allows. */
export function PictureZoom({ input, close }: LayerProps<{ readonly picture: PictureFacts }, never>): ReactNode {
  const { picture } = input
  return (
    <LayerFrame title={picture.alt || 'Picture'} isTitleHidden onClose={() => close()}>
      <img
        src={picture.path}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        className={styles.image}
      />
    </LayerFrame>
  )
}
