/** XSELL-13, SAFE-45: the name of a JSONP callback is this and some digits, so that it can be nothing that is there already. */
const prefix = 'feed_'
const name = /^feed_[0-9]{1,12}$/

/** The callback's name for an address: the same for the same, so that a browser can keep the answer. */
export function callbackName(address: string): string {
  let sum = 0
  for (const character of address) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return `${prefix}${sum}`
}

export function isCallbackName(text: string): boolean {
  return name.test(text)
}

/**
 * The text of a JSONP answer. The comment in front keeps the first bytes from being anything but script; the two line
 * ends that JSON allows and older scripts do not, and '<', are written out.
 */
export function jsonpText(callback: string, value: unknown): string {
  const json = JSON.stringify(value).replace(/[\u2028\u2029<]/g, writtenOut)
  return `/**/${callback}(${json});`
}

function writtenOut(one: string): string {
  return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
}
