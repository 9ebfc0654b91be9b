import type { OrderKey } from '#server/order/order-store.ts'
import type { AlarmKind } from '#server/watch/alarm-kinds.ts'
import type { Payment } from './payment-store.ts'

/** The payment an event is of, locked, with its order's state. */
export type EventPayment = Payment & OrderKey & { readonly orderState: string }

/** Raises an alarm about the event at hand. */
export type EventAlarm = (kind: AlarmKind) => Promise<'alarm'>
