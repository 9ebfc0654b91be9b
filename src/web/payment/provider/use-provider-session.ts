import { useEffect, useState } from 'react'
import { pathTable } from '#contracts/paths.ts'
import { clientPaymentError } from '#domain/payment/limits.ts'
import { calls } from '#web/calls/client.ts'
import { logMessage } from '#web/calls/log.ts'

export type ProviderSession = Awaited<ReturnType<typeof calls.payment.providerCreateCardSession>>

export type AskedSession = {
  /** Null while it is on its way. */
  readonly session: ProviderSession | null
  /** Why the fields could not be had, as the shopper reads it; null while nothing went wrong. */
  readonly lost: string | null
  /** Notes why; what the server said of it is shown, else the page has a sentence. */
  readonly lose: (why: string, said?: string) => void
  readonly askAgain: () => void
}

/** A session in which the browser hands a card to the provider, asked for when its fields are to be shown (OPEN-64). */
export function useProviderSession(): AskedSession {
  const [session, setSession] = useState<ProviderSession | null>(null)
  const [lost, setLost] = useState<string | null>(null)
  const [tries, setTries] = useState(1)

  const lose = (why: string, said = ''): void => {
    const { path } = pathTable.payment.providerCreateCardSession
    logMessage(`${clientPaymentError}: ${why}`, { action: 'CreateCardSession', api: path })
    setLost(said)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, and again when the shopper says so
  useEffect(() => {
    let isGone = false
    calls.payment.providerCreateCardSession().then(
      (answer) => {
        if (isGone) return
        if (answer.isSuccess) setSession(answer)
        else lose('the card session was refused', answer.errorMessage)
      },
      (error: unknown) => !isGone && lose(error instanceof Error ? error.message : 'no session'),
    )
    return () => {
      isGone = true
    }
  }, [tries])
  return {
    session,
    lost,
    lose,
    askAgain() {
      setLost(null)
      setSession(null)
      setTries(tries + 1)
    },
  }
}
