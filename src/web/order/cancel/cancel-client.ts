import { cancelPaths } from '#contracts/order/cancel-paths.ts'
import { type ClientOf, clientOf } from '#web/calls/client.ts'

/** Cancelling, loaded with the page of an order. */
export const { cancellation: cancelCalls } = clientOf({ cancellation: cancelPaths }) as {
  readonly cancellation: ClientOf<'cancellation'>
}
