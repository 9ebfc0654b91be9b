/** Every duration of the storefront, in milliseconds unless the name says otherwise; defined once for browser and server (CONST-27). */

/** A POST is tried again at most twice, 500 ms apart (PLAT-09, CONST-15). */
export const postRetries = 2
export const postRetryDelayMs = 500

/** Drawers open in 0.6 s up to 10000 px (PLAT-30, CONST-17). */
export const drawerSeconds = 0.6
export const drawerMaxHeightPx = 10_000

/** The availability skeleton is gone after 10 s at the latest (PLAT-31, CONST-16). */
export const availabilitySkeletonMs = 10_000

/** The confirmation layer fades in 300 ms (ATC-23, CONST-13). */
export const confirmationFadeMs = 300

/** After the terms were accepted the popup fades 300 ms before the cart opens (ATC-14, CONST-26). */
export const termsRedirectMs = 300

/** The registry button shows ADDED for 3 s (PDP-02, CONST-12). */
export const registryAddedMs = 3000

/** The password field is enabled again 9 s after the confirmation page (LOGIN-22, CONST-26). */
export const passwordEnabledAgainMs = 9000

/** Debounce of card entry on one mobile browser (PAY-28, CONST-03), and its poll for autofilled values (PAY-29, CONST-21). */
export const cardDebounceMs = 250
export const autofillPollMs = 250

/** The picture of a shopper's words is asked for when the typing rests. */
export const previewDelayMs = 250

/** How long what was removed from an account can be brought back, minutes: long enough for nobody to hurry (CALM-64). */
export const undoMinutes = 15
