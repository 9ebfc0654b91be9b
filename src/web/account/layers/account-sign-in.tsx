import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { accountCalls } from '#contracts/account/calls.ts'
import { accountPaths } from '#contracts/account/paths.ts'
import type { ReplyOf } from '#contracts/call.ts'
import { signInPageOf, wrongSignIn } from '#domain/account/sign-in-pages.ts'
import { emailMaxLength } from '#domain/address/email.ts'
import { passwordEnabledAgainMs } from '#domain/timing.ts'
import { ProviderLinks, providersOf } from '#web/account/provider-links.tsx'
import { calls } from '#web/calls/client.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { type Browser, useBrowser } from '#web/navigation/browser.tsx'
import { useNavigate } from '#web/navigation/navigation-context.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import styles from './reset-password.module.css'

type Configuration = ReplyOf<typeof accountCalls.getSignInConfiguration>

export type AccountSignInInput = {
  /** Where the shopper is led after signing in: path and query of this store. */
  readonly returnUrl: string
}

/** Signs in without leaving the page first; its settings come from the server before anything is shown (LOGIN-10, LOGIN-18). */
export function AccountSignIn({ input, close }: LayerProps<AccountSignInInput, never>): ReactNode {
  const configuration = useConfiguration(input.returnUrl)
  const navigate = useNavigate()
  const previous = signInPageOf(input.returnUrl) === 'designServices' && (
    <Button kind="quiet" onClick={() => navigate(-1)}>
      Previous
    </Button>
  )
  return (
    <LayerFrame title="Account Sign In" isNarrow onClose={() => close()} actions={previous}>
      {configuration === null ? (
        <Skeleton lines={4} label="Loading" />
      ) : (
        <Widget configuration={configuration} page={input.returnUrl} />
      )}
    </LayerFrame>
  )
}

/** Null until the settings are there; a member, and a store whose settings cannot be had, is led away (LOGIN-17, LOGIN-19). */
function useConfiguration(returnUrl: string): Configuration | null {
  const browser = useBrowser()
  const [configuration, setConfiguration] = useState<Configuration | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    calls.account.getSignInConfiguration({ returnUrl }, { signal: abort.signal }).then(
      (found) => {
        if (found.isLoggedIn) browser.assign(found.returnUrl)
        else setConfiguration(found)
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        logError(error, routeErrorContext(accountPaths.getSignInConfiguration, 'SignIn'))
        leaveForLogin(browser, returnUrl)
      },
    )
    return () => abort.abort()
  }, [returnUrl, browser])
  return configuration
}

/** The sign-in page that needs no settings (ROUTE-13, ERR-29). */
function leaveForLogin(browser: Browser, returnUrl: string): void {
  browser.assign(`/account/login?returnUrl=${encodeURIComponent(returnUrl)}&isRedirect=true`)
}

function Widget(props: { readonly configuration: Configuration; readonly page: string }): ReactNode {
  const { oktaSignInWidgetMessages: texts, returnUrl } = props.configuration
  const { fault, said, setFault } = useFault()
  const [isWrong, setWrong] = useState(false)
  const [isSigningIn, setSigningIn] = useState(false)
  const [sessionToken, setSessionToken] = useState('')
  const authForm = useRef<HTMLFormElement>(null)

  // The token is sent once it stands in its field: the browser goes there itself and takes its new cookie along.
  // Whoever is still here some time later may try again (LOGIN-22).
  useEffect(() => {
    if (sessionToken === '') return
    authForm.current?.submit()
    const timer = setTimeout(() => setSigningIn(false), passwordEnabledAgainMs)
    return () => clearTimeout(timer)
  }, [sessionToken])

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isSigningIn) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const username = String(fields.get('username') ?? '').trim()
    const password = String(fields.get('password') ?? '')
    const missing = username === '' ? 'usernameRequired' : password === '' ? 'passwordRequired' : null
    setFault(missing === null ? null : texts[missing])
    setWrong(false)
    if (missing !== null) return
    setSigningIn(true)
    const found = await judge(username, password)
    if (found?.status === 'SUCCESS') return setSessionToken(found.sessionToken)
    setFault(found?.errorMessage ?? texts[found?.status === 'LOCKED_OUT' ? 'lockout' : 'genericSummary'])
    setWrong(found?.status === 'FAILED' && found.errorMessage === undefined)
    setSigningIn(false)
    for (const field of form.querySelectorAll<HTMLInputElement>('[name=password]')) field.value = ''
  }

  return (
    <>
      <form method="dialog" noValidate onSubmit={submit} className={styles.form}>
        {fault !== null && (
          <Notice kind="bad" ref={said}>
            {fault}
          </Notice>
        )}
        <TextField
          label="Email address"
          name="username"
          type="email"
          autoComplete="username"
          maxLength={emailMaxLength}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          disabled={isSigningIn}
          error={isWrong ? wrongSignIn : undefined}
        />
        <Button type="submit" isWide isBusy={isSigningIn} busyText="Signing in …">
          Sign In
        </Button>
        <Button kind="plain" onClick={() => openLayer('resetPassword', {})}>
          Reset password
        </Button>
        <ProviderLinks providers={providersOf(props.configuration.oktaConfigurations)} redirectUrl={returnUrl} />
        {signInPageOf(props.page) === null && (
          <ButtonLink to="/account/create-account" kind="quiet" isWide>
            Create an Account
          </ButtonLink>
        )}
      </form>
      <form ref={authForm} method="post" action="/account/auth" hidden>
        <TokenField />
        <input type="hidden" name="sessionToken" value={sessionToken} readOnly />
        <input type="hidden" name="redirectUrl" value={returnUrl} readOnly />
      </form>
    </>
  )
}

/** Why the sign-in was refused; the focus is on it each time (CALM-22). */
function useFault() {
  const [fault, setFault] = useState<{ readonly text: string } | null>(null)
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault !== null) said.current?.focus()
  }, [fault])
  const tell = (text: string | null) => setFault(text === null ? null : { text })
  return { fault: fault?.text ?? null, said, setFault: tell }
}

/** null: nobody could say. */
async function judge(username: string, password: string): Promise<ReplyOf<typeof accountCalls.authenticate> | null> {
  try {
    return await calls.account.authenticate({ username, password })
  } catch (error) {
    logError(error, routeErrorContext(accountPaths.authenticate, 'SignIn'))
    return null
  }
}
