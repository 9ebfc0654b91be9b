import { type ReactNode, useEffect, useRef } from 'react'
import { type ConsentChoice, choose, objects, readChoice } from '#web/analytics/consent.ts'
import { Link } from '#web/navigation/link.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './consent-bar.module.css'

type ConsentBarProps = {
  /** The shopper asked for it, from the footer; else it asks by itself, until it is answered. */
  readonly isRequested: boolean
  readonly onDone: () => void
}

/** The question, and again the question on the shopper's wish; null when it is answered already. */
export function consentBar(isRequested: boolean, onDone: () => void): ReactNode {
  if (!isRequested && (readChoice() !== null || objects())) return null
  return <ConsentBar key={String(isRequested)} isRequested={isRequested} onDone={onDone} />
}

/** Asks whether the visit may be measured. It covers nothing that cannot be scrolled free, and takes no focus by itself. */
function ConsentBar({ isRequested, onDone }: ConsentBarProps): ReactNode {
  const bar = useRef<HTMLElement>(null)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (!isRequested) return
    opener.current = document.activeElement
    bar.current?.focus()
  }, [isRequested])
  const choice = readChoice()
  const isObjecting = objects()

  const close = () => {
    const asked = opener.current
    const back = asked instanceof HTMLElement && asked !== document.body ? asked : document.getElementById('content')
    back?.focus({ preventScroll: true })
    onDone()
  }
  const answer = (given: ConsentChoice) => {
    choose(given)
    announce(given === 'accepted' ? 'Thank you. Your choice is saved.' : 'Your choice is saved. Nothing is measured.')
    close()
  }
  return (
    <section className={styles.bar} aria-labelledby="privacy-choices" ref={bar} tabIndex={-1}>
      <div className={styles.words}>
        <h2 id="privacy-choices" className={styles.title}>
          Your privacy choices
        </h2>
        <p>
          {isObjecting
            ? 'Your browser asks not to have your visit shared. We honor that: nothing is measured, here or on any page.'
            : 'May we measure how our store is used, so that we can make it better? Never with your name, address or email.'}{' '}
          {isObjecting ? '' : stateText(choice)} <Link to="/customer-service/privacy-policy">Privacy policy</Link>
        </p>
      </div>
      <div className={styles.answers}>
        {isObjecting ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={() => answer('declined')}>
              Decline
            </Button>
            <Button kind="quiet" onClick={() => answer('accepted')}>
              Accept
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function stateText(choice: ConsentChoice | null): string {
  if (choice === null) return ''
  return choice === 'accepted' ? 'You accepted.' : 'You declined.'
}
