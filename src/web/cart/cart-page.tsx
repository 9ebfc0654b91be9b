import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { track } from '#web/analytics/data-layer.ts'
import { createCartActions } from '#web/cart/cart-actions.ts'
import { createCartStore, useCartState, wantedLines } from '#web/cart/cart-store.ts'
import { EmptyCart } from '#web/cart/empty-cart.tsx'
import { type LineChange, useLineChange } from '#web/cart/line-change/use-line-change.ts'
import { CartLine } from '#web/cart/lines/cart-line.tsx'
import { createLineChanges } from '#web/cart/lines/line-changes.ts'
import { SavedItems } from '#web/cart/lines/saved-items.tsx'
import { type LineRow, type Removed, useRemoved } from '#web/cart/lines/use-removed.ts'
import { loadCart, loadEstimates, loadIfUnsure } from '#web/cart/load-cart.ts'
import { CartExpress } from '#web/cart/summary/cart-express.tsx'
import { CartSummary } from '#web/cart/summary/cart-summary.tsx'
import { createCheckoutFlow } from '#web/cart/summary/checkout-flow.ts'
import { useKnownZip } from '#web/cart/summary/use-known-zip.ts'
import { CartRecommendations } from '#web/catalog/recommendation/cart-recommendations.tsx'
import { clearEndedSession, hasLastStep, readEndedSession } from '#web/checkout/ended-session.ts'
import { takeWayRefused } from '#web/checkout/way-refused.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import type { PageOf } from '#web/navigation/page-view.ts'
import { isOfPlace } from '#web/pricing/place-changes.tsx'
import { AddAllToRegistry } from '#web/registry/add-all-to-registry.tsx'
import { followOtherTabs } from '#web/shell/header-counts.ts'
import { announce, useAnnounced } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RemovedPlace } from '#web/ui/panels/removed-place.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './cart-page.module.css'

/** The cart: lines, saved items, promotion and postal code, and what it all comes to (CART-01). */
export function CartPage({ page }: { readonly page: PageOf<'cart'> }): ReactNode {
  const browser = useBrowser()
  const { isScanMode, notice } = useFrame()
  const [store] = useState(() => createCartStore(page.cart))
  const [actions] = useState(() => createCartActions(store))
  const [changes] = useState(() => createLineChanges(store))
  const [flow] = useState(() => createCheckoutFlow(store, browser))
  const state = useCartState(store)
  const heading = useRef<HTMLHeadingElement>(null)
  useFreshCart(page, store)
  useKnownZip(page.cart, page.suggestedZip ?? '', actions)

  useAnnounced(state.cart.changes.map(({ message }) => message).join(' ') || notice)
  const lines = wantedLines(state)
  const { cart } = state
  // what comes from the place stands in the summary (CALM-02)
  const others = cart.changes.filter((change) => !isOfPlace(change))
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  const removals = useRemoved(heading)
  const change = useLineChange(store, removals.focus)
  useFocusWhenEmptied(lines.length === 0, heading)
  const rows = removals.rows('cart', lines)
  const undo = (removed: Removed) => {
    removals.undo(removed)
    changes.want(removed.line.id, { kind: 'restore', line: removed.line })
  }
  const removeInstallation = async (line: LineRow['line']) => {
    if (!(await actions.removeInstallation(line.id))) return
    announce(`Installation of ${line.title} is removed.`)
    removals.focus(line.id)
  }
  const lineOf = ({ line, removed }: LineRow) =>
    removed !== undefined ? (
      <RemovedPlace
        key={line.id}
        name={line.title}
        isUndoing={state.intents.get(line.id)?.kind === 'restore'}
        onUndo={() => undo(removed)}
        onGone={() => removals.drop(removed)}
      />
    ) : (
      <Fragment key={line.id}>
        <CartLine
          line={line}
          outageMessage={state.outageMessage}
          isLocked={cart.isPlacing}
          onQuantity={(quantity) => changes.want(line.id, { kind: 'quantity', quantity })}
          onAmount={(cents) => actions.changeDonation(line.sku, cents)}
          onRemove={() => {
            removals.note('cart', lines, line)
            changes.want(line.id, { kind: 'remove' })
          }}
          onSave={() => {
            removals.leave(line)
            actions.saveForLater(line.id)
          }}
          onRemoveInstallation={() => removeInstallation(line)}
          deliveryChoices={page.deliveryChoices?.lineItemId === line.id ? page.deliveryChoices : undefined}
          onShipInstead={() => actions.shipInstead(line)}
          onAskDelivery={() => actions.deliveryChoices(line.id)}
          onDelivery={(way) => actions.changeDelivery(line, way)}
          change={change}
          isNotRemoved={state.notRemoved.has(line.id)}
          itemChoices={page.itemChoices?.lineItemId === line.id ? page.itemChoices : undefined}
        />
        <UndoOfChange change={change} line={line} />
      </Fragment>
    )

  return (
    <div className={styles.page}>
      {/* the empty cart's own heading says it all */}
      <h1 className={lines.length === 0 ? 'visually-hidden' : styles.title} ref={heading} tabIndex={-1}>
        Your cart
        {pieces > 0 && <span className={styles.pieces}>{` ${pieces} ${pieces === 1 ? 'item' : 'items'}`}</span>}
      </h1>
      {isScanMode && lines.length > 0 && (
        <Button kind="quiet" onClick={() => openLayer('handOver', {})}>
          Take it on your phone
        </Button>
      )}
      <WhyHere />
      {others.length > 0 && (
        <Notice>
          {others.map((change) => (
            <p key={`${change.kind} ${change.lineItemId} ${change.message}`}>{change.message}</p>
          ))}
        </Notice>
      )}
      {cart.isPlacing && (
        <Notice>Your order is being placed. Nothing in this cart can change until that is done.</Notice>
      )}
      {lines.length === 0 ? (
        <>
          {rows.length > 0 && <ul className={styles.lines}>{rows.map(lineOf)}</ul>}
          <NothingInCart />
        </>
      ) : (
        <div className={styles.columns}>
          <div>
            <ul className={styles.lines} aria-label="Items in your cart">
              {rows.map(lineOf)}
            </ul>
            <AddAllToRegistry lines={lines} />
          </div>
          <CartSummary
            cart={cart}
            isPending={state.intents.size > 0}
            actions={actions}
            suggestedZip={page.suggestedZip ?? ''}
            onCheckout={() => flow.start()}
            express={<CartExpress store={store} wallets={page.wallets} />}
          />
        </div>
      )}
      <SavedItems
        rows={removals.rows('saved', cart.savedForLater)}
        onMove={(line) => {
          removals.leave(line)
          actions.moveToCart(line.id)
        }}
        onRemove={(line) => {
          removals.note('saved', cart.savedForLater, line)
          actions.removeSaved(line.id)
        }}
        onUndo={(removed) => {
          removals.undo(removed)
          actions.restoreSaved(removed.line.id)
        }}
        onGone={removals.drop}
      />
      <CartRecommendations isRegistryOwner={page.isRegistryOwner === true} />
    </div>
  )
}

/** After a line that was changed: what it was, and its undo (CALM-12). */
function UndoOfChange({ change, line }: { readonly change: LineChange; readonly line: LineRow['line'] }): ReactNode {
  const changed = change.lastOf(line.id)
  if (changed === undefined) return null
  return (
    <RemovedPlace
      key={changed.said}
      name={line.title}
      told={changed.said}
      undoes={`the change of ${changed.before.title}`}
      isUndoing={change.undoing === changed}
      onUndo={() => change.undo(changed)}
      onGone={() => change.drop(changed)}
    />
  )
}

const loadSessionEnded = async () => {
  const [{ SessionEnded }, { findEnded }] = await Promise.all([
    import('#web/cart/ended/session-ended.tsx'),
    import('#web/cart/ended/find-ended.ts'),
  ])
  return { SessionEnded, ended: await findEnded() }
}

/** Why a step of the checkout led here, to who was sent (STEP-15). */
function WhyHere(): ReactNode {
  const [message, setMessage] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const told = takeWayRefused()
    if (told !== '') setMessage(told)
  }, [])
  useEffect(() => {
    if (message !== '') notice.current?.focus()
  }, [message])
  if (message === '') return null
  return (
    <Notice kind="bad" ref={notice}>
      {message}
    </Notice>
  )
}

/** An empty cart says so, unless it is the cart of a session that has just begun because another ended (CALM-21). */
function NothingInCart(): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const [found, setFound] = useState<Awaited<ReturnType<typeof loadSessionEnded>> | null>(null)
  useLayoutEffect(() => {
    if (readEndedSession() === null && !hasLastStep()) return
    setAsking(true)
    loadSessionEnded()
      .then(setFound, () => {})
      .finally(() => setAsking(false))
  }, [])
  if (isAsking) return null
  return found?.ended ? <found.SessionEnded ended={found.ended} /> : <EmptyCart />
}

/** 'Remove All' takes the button away that had the focus, and all of the list with it: what is read next is the heading. */
function useFocusWhenEmptied(isEmpty: boolean, heading: RefObject<HTMLElement | null>): void {
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) heading.current?.focus()
    wasEmpty.current = isEmpty
  }, [isEmpty, heading])
}

/**
 * The server's cart is the one shown: the page's own first, a fresh one when the page comes out of the back-forward
 * cache (SCENE-12), when another tab changed the cart (BEYOND-11), or when the connection is back in which a change was lost.
 */
function useFreshCart(page: PageOf<'cart'>, store: ReturnType<typeof createCartStore>): void {
  useEffect(() => {
    store.replace(page.cart)
    if (page.cart.lineItems.length > 0) clearEndedSession()
    track({ kind: 'cartLoaded', lines: page.cart.lineItems })
    loadEstimates(store, page.cart)
  }, [page.cart, store])
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) loadCart(store)
    }
    const onOnline = () => loadIfUnsure(store)
    window.addEventListener('pageshow', onShow)
    window.addEventListener('online', onOnline)
    return () => {
      window.removeEventListener('pageshow', onShow)
      window.removeEventListener('online', onOnline)
    }
  }, [store])
  useEffect(() => followOtherTabs(() => loadCart(store, { isEcho: true })), [store])
}
