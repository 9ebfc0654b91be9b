/** How the numbers of cards begin: Visa, Mastercard, American Express, Diners, JCB, Discover, UnionPay, Maestro. */
const prefix = /^(?:[456]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3[0689]|3[47]|35(?:2[89]|[3-8])|81[0-7])/
/** The same with the length that all but few of them have. */
const usual =
  /^(?:[456]\d{15}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|81[0-7]\d{13}|3[47]\d{13}|3(?:0[0-59]|[689]\d)\d{11})$/
/** Of these the ones that are looked for inside a longer number. */
const inside = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|35\d{14}|6(?:011|[2-5]\d{2})\d{12})$/

// asked for each digit of a text
const beginnings = Uint8Array.from({ length: 10_000 }, (_none, head) =>
  prefix.test(String(head).padStart(4, '0')) ? 1 : 0,
)

/** Whether a card's number may begin with these four digits, read as a number. */
export function beginsAsCard(head: number): boolean {
  return beginnings[head] === 1
}

/** Whether these digits begin as a card's number and have the length that nearly all numbers of its brand have. */
export function hasUsualLength(digits: string): boolean {
  return usual.test(digits)
}

/** Whether these digits are known as a card's number even with more digits at their sides. */
export function isKnownInside(digits: string): boolean {
  return inside.test(digits)
}
