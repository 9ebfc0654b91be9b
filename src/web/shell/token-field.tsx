import { type ReactNode, useEffect, useRef } from 'react'
import { readToken, tokenFieldName } from '#web/calls/token.ts'
import { useFrame } from '#web/variants/context.tsx'

/** The hidden field with the anti-forgery token: once per page and in every native form (OPEN-04). */
export function TokenField(): ReactNode {
  const { token } = useFrame()
  const field = useRef<HTMLInputElement>(null)
  // A cached page brings none; a newer one may have been fetched since.
  useEffect(() => {
    if (field.current !== null && field.current.value === '') field.current.value = readToken()
  })
  return <input type="hidden" name={tokenFieldName} defaultValue={token} ref={field} />
}
