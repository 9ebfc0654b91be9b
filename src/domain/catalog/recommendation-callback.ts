/** The longest name of a JSONP callback. */
export const longestCallback = 64

const path = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

/** XSELL-13: letters, digits, underscores and dots, as a name or names joined by dots. */
export function isCallbackName(name: string): boolean {
  return name.length <= longestCallback && path.test(name)
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
