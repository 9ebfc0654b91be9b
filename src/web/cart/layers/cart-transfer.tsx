import { type ReactNode, useEffect, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { transferCalls } from '#contracts/cart/transfer-calls.ts'
import { transferPaths } from '#contracts/cart/transfer-paths.ts'
import { calls } from '#web/calls/client.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import styles from '#web/cart/transfer.module.css'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'

type Code = ReplyOf<typeof transferCalls.createHandOver>

/** The code that takes a scanned cart to the shopper's phone; a new one when it is over (BEYOND-15). */
export function CartTransfer({ close }: LayerProps<object, never>): ReactNode {
  const message = useMessages()
  const [nth, setNth] = useState(1)
  const [code, setCode] = useState<Code | null>(null)
  const [isOver, setOver] = useState(false)
  const failed = message('networkErrorMessage')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press asks for a code of its own
  useEffect(() => {
    let isGone = false
    setCode(null)
    setOver(false)
    calls.handOver.createHandOver({}).then(
      (made) => !isGone && setCode(made),
      (error: unknown) => {
        if (isGone) return
        logError(error, routeErrorContext(transferPaths.createHandOver))
        setCode({ isSuccess: false, errorMessage: failed, url: '', expiresAt: '', code: { size: 0, path: '' } })
      },
    )
    return () => {
      isGone = true
    }
  }, [nth])
  useEffect(() => {
    if (code?.isSuccess !== true) return
    const timer = setTimeout(() => setOver(true), Date.parse(code.expiresAt) - Date.now())
    return () => clearTimeout(timer)
  }, [code])
  return (
    <LayerFrame title="Take it on your phone" isNarrow onClose={() => close()}>
      <div className={styles.code}>
        {code === null && (
          <div className={styles.coming}>
            <Skeleton lines={6} label="Loading" />
          </div>
        )}
        {code?.isSuccess === false && <Notice kind="bad">{code.errorMessage}</Notice>}
        {code?.isSuccess === true && !isOver && <Picture code={code.code} />}
        {isOver && <p>This code has expired.</p>}
        <p>
          Point your phone’s camera at the code. Your cart opens there, and stays here as it is. The code works once,
          for ten minutes.
        </p>
        {(isOver || code?.isSuccess === false) && <Button onClick={() => setNth(nth + 1)}>Make a new code</Button>}
      </div>
    </LayerFrame>
  )
}

function Picture({ code: { size, path } }: { readonly code: Code['code'] }): ReactNode {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="Code to scan with your phone">
      <path d={path} fill="currentColor" />
    </svg>
  )
}
