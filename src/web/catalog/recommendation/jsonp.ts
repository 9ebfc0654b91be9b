import { callbackName } from '#domain/catalog/recommendation-callback.ts'

/** How long a feed may take, milliseconds. */
const maxMs = 10_000

type Callbacks = { [name: string]: ((value: unknown) => void) | undefined }

/** One read of an address at a time: the callback's name comes from it, so that the answer can be kept by the browser. */
const running = new Map<string, Promise<unknown>>()

/** Reads an address of ours as JSONP: a script element that is gone again afterwards (XSELL-10). */
export function readJsonp(address: string): Promise<unknown> {
  const known = running.get(address)
  if (known !== undefined) return known
  const reading = read(address).finally(() => running.delete(address))
  running.set(address, reading)
  return reading
}

function read(address: string): Promise<unknown> {
  const name = callbackName(address)
  const callbacks = window as unknown as Callbacks
  const script = document.createElement('script')
  return new Promise<unknown>((resolve, reject) => {
    callbacks[name] = resolve
    script.addEventListener('error', () => reject(new Error('The feed could not be read')))
    // a script that ran has called back by now
    script.addEventListener('load', () => reject(new Error('The feed did not call back')))
    setTimeout(() => reject(new Error('The feed did not come')), maxMs)
    script.async = true
    script.src = `${address}&callback=${name}`
    document.head.append(script)
  }).finally(() => {
    script.remove()
    // one that comes late finds somebody who does not listen
    callbacks[name] = () => {}
  })
}
