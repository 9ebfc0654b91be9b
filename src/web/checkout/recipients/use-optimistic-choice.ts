import { startTransition, useOptimistic } from 'react'

/** What is chosen shows at once; when its call has been answered the server's word counts again. */
export function useOptimisticChoice<Value>(
  known: Value,
  send: (value: Value) => Promise<unknown>,
): readonly [shown: Value, choose: (value: Value) => void] {
  const [shown, show] = useOptimistic(known)
  const choose = (value: Value): void => {
    // outside the transition: what the call itself shows ('busy') does not wait for its end
    const sent = send(value)
    startTransition(async () => {
      show(() => value)
      await sent
    })
  }
  return [shown, choose]
}
