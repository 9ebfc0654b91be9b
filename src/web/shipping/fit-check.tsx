import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { openLayer } from '#web/layers/open-layer.ts'
import { fitSizesEvent, readStoredSizes } from '#web/shipping/fit-storage.ts'
import { Button } from '#web/ui/button.tsx'
import type { FitCheckProps } from './fit-verdict.tsx'

/** The way to the popup of measures; and the verdict, fetched only for a shopper who has given some (BEYOND-08). */
export function FitCheck(props: FitCheckProps & { readonly className?: string | undefined }): ReactNode {
  const { className, ...check } = props
  const [Verdict, setVerdict] = useState<ComponentType<FitCheckProps> | null>(null)
  useEffect(() => {
    const look = () => {
      if (readStoredSizes() === '') return
      import('#web/shipping/fit-verdict.tsx').then(
        ({ FitVerdict }) => setVerdict(() => FitVerdict),
        () => {},
      )
    }
    // a browser's first look into its storage takes a while: the page goes first
    const first = setTimeout(look)
    window.addEventListener(fitSizesEvent, look)
    return () => {
      clearTimeout(first)
      window.removeEventListener(fitSizesEvent, look)
    }
  }, [])
  return (
    <>
      <Button kind="plain" className={className} onClick={() => openLayer('willItFit', check)}>
        Will it fit?
      </Button>
      {Verdict !== null && <Verdict {...check} />}
    </>
  )
}
