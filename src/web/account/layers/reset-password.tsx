import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { accountPaths } from '#contracts/account/paths.ts'
import { emailMaxLength, isEmail } from '#domain/address/email.ts'
import { calls } from '#web/calls/client.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './reset-password.module.css'

/** Asks for a link by mail; after that it says where the link went, and no more (RESET-01 to RESET-10). */
export function ResetPassword({ close }: LayerProps<Record<never, never>, never>): ReactNode {
  const message = useMessages()
  const reset = useReset(message('genericErrorMessage'))
  const [email, setEmail] = useState('')
  const [error, setError] = useState('')
  const formId = useId()
  const ok = useRef<HTMLButtonElement>(null)
  // the field that had the focus has gone with its form
  useEffect(() => {
    if (reset.isSent) ok.current?.focus()
  }, [reset.isSent])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (reset.isSending) return
    if (isEmail(email.trim())) return reset.send(email.trim())
    setError(message('invalidEmailAddress'))
  }

  const form = (
    <form method="dialog" id={formId} noValidate onSubmit={submit} className={styles.form}>
      {reset.failure !== '' && <Notice kind="bad">{reset.failure}</Notice>}
      <TextField
        label="Email address"
        name="accountEmail"
        type="email"
        autoComplete="username"
        maxLength={emailMaxLength}
        value={email}
        error={error}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          setError('')
        }}
      />
    </form>
  )
  const action = reset.isSent ? (
    <Button ref={ok} onClick={() => close()}>
      OK
    </Button>
  ) : (
    <Button type="submit" form={formId} isBusy={reset.isSending} busyText="Sending …">
      Submit
    </Button>
  )

  return (
    <LayerFrame title="Reset password" isNarrow onClose={() => close()} actions={action}>
      {reset.headerMessage === '' ? (
        <Skeleton lines={2} label="Loading" />
      ) : (
        <p className={styles.header} role="status">
          {reset.headerMessage}
        </p>
      )}
      {!reset.isSent && form}
    </LayerFrame>
  )
}

type Reset = {
  readonly headerMessage: string
  readonly failure: string
  readonly isSending: boolean
  readonly isSent: boolean
  readonly send: (accountEmail: string) => void
}

/** The popup's two calls. A request token is good once: after a refusal a new one is fetched. */
function useReset(genericMessage: string): Reset {
  const [state, setState] = useState({ headerMessage: '', failure: '', isSending: false, isSent: false })
  const [token, setToken] = useState('')
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for a new token
  useEffect(() => {
    const abort = new AbortController()
    calls.account.getRequestVerificationToken({}, { signal: abort.signal }).then(
      ({ requestToken, headerMessage }) => {
        setToken(requestToken)
        setState((now) => (now.isSent ? now : { ...now, headerMessage }))
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        logError(error, routeErrorContext(accountPaths.getRequestVerificationToken, 'ResetPassword'))
        setState((now) => ({ ...now, headerMessage: genericMessage }))
      },
    )
    return () => abort.abort()
  }, [round, genericMessage])

  const send = async (accountEmail: string): Promise<void> => {
    setState((now) => ({ ...now, isSending: true, failure: '' }))
    try {
      const requestToken = token || (await calls.account.getRequestVerificationToken()).requestToken
      const reply = await calls.account.requestPasswordReset({ accountEmail, token: requestToken })
      const { isSuccess: isSent, errorMessage, headerMessage } = reply
      const failure = isSent ? '' : errorMessage || genericMessage
      setState((now) => ({ isSending: false, isSent, failure, headerMessage: headerMessage || now.headerMessage }))
      if (!isSent) setRound((now) => now + 1)
    } catch (error) {
      logError(error, routeErrorContext(accountPaths.requestPasswordReset, 'ResetPassword'))
      setState((now) => ({ ...now, isSending: false, failure: genericMessage }))
      setRound((now) => now + 1)
    }
  }
  return { ...state, send }
}
