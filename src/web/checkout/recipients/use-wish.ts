import { useState } from 'react'

/** What is chosen shows at once; when its call has been answered the server's word counts again. */
export function useWish<Value>(
  known: Value,
  send: (wish: Value) => Promise<unknown>,
): readonly [shown: Value, choose: (wish: Value) => Promise<void>] {
  const [wish, setWish] = useState<{ readonly value: Value } | null>(null)
  const choose = async (value: Value): Promise<void> => {
    const own = { value }
    setWish(own)
    await send(value)
    setWish((now) => (now === own ? null : now))
  }
  return [wish === null ? known : wish.value, choose]
}
