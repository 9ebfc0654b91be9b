// The framed card fields. The number and the code are typed here, in the gateway's own origin, and leave only for it.
const form = document.querySelector('form')
const { parentOrigin, cardsUrl } = document.body.dataset
const messages = {
  hasNumberError: 'Please enter a valid card number.',
  hasExpDateError: 'Please enter a valid expiration date.',
  hasCvvError: 'Please enter a valid security code.',
  hasSessionError: 'Your card session has ended. Please try again.',
}

const tell = (message) => window.parent.postMessage(message, parentOrigin)

function show(errors) {
  for (const [name, text] of Object.entries(messages)) {
    const place = document.getElementById(name)
    const isWrong = errors[name] === true
    place.textContent = isWrong ? text : ''
    const field = form.querySelector(`[aria-describedby="${name}"]`)
    field?.setAttribute('aria-invalid', String(isWrong))
  }
  form.querySelector('[aria-invalid="true"]')?.focus()
}

function expiryOf(text) {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2})\s*$/.exec(text)
  return match ? { expMonth: Number(match[1]), expYear: 2000 + Number(match[2]) } : { expMonth: 0, expYear: 0 }
}

async function submit() {
  const fields = {
    number: form.elements.number.value,
    cvv: form.elements.cvv.value,
    ...expiryOf(form.elements.expiry.value),
  }
  try {
    const answer = await fetch(cardsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    const body = await answer.json()
    if (answer.ok) {
      const { cardToken, brand, lastFour } = body
      show({})
      tell({
        type: 'card-frame:card',
        adyenCardData: { cardToken, brand, lastFour, expMonth: fields.expMonth, expYear: fields.expYear },
      })
      return
    }
    const errors = body.errors ?? {}
    show(errors)
    tell({ type: 'card-frame:errors', errors })
  } catch {
    tell({ type: 'card-frame:unreachable' })
  }
}

// what a number begins with is told as soon as it is known; no digit of it is
const brandsByPrefix = { 604588: 'PLCCSynchrony', 524304: 'CoBrandMasterCard', 44136421: 'Imprint' }
/** The most digits of a number by its first ones (VALID-05, OPEN-59). */
function maxDigits(digits) {
  if (/^3[47]/.test(digits)) return 15
  return /^(6[045]|622|81[0-7]|5[1-5]|2[2-7]|30[0-5]|36|3[89])/.test(digits) ? 16 : 19
}

// a store card has neither date nor code: both are hidden and empty, and come back empty for another card (PAY-25, PAY-26)
const storeCard = '604588'
function withoutDateAndCode(isStoreCard) {
  const { expiry, cvv } = form.elements
  if (expiry.closest('label').hidden === isStoreCard) return
  for (const field of [expiry, cvv]) {
    field.value = ''
    field.setAttribute('aria-invalid', 'false')
    field.closest('label').hidden = isStoreCard
    document.getElementById(field.getAttribute('aria-describedby')).textContent = ''
  }
}

let toldBrand = ''
form.elements.number.addEventListener('input', ({ target }) => {
  const typed = target.value.replace(/\D/g, '')
  const digits = typed.slice(0, maxDigits(typed))
  if (digits !== typed) target.value = digits
  // VALID-18
  form.elements.cvv.maxLength = /^3[47]/.test(digits) ? 4 : 3
  withoutDateAndCode(digits.startsWith(storeCard))
  const brand = Object.entries(brandsByPrefix).find(([prefix]) => digits.startsWith(prefix))?.[1] ?? ''
  if (brand !== toldBrand) tell({ type: 'card-frame:brand', brand })
  toldBrand = brand
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  submit()
})
window.addEventListener('message', (event) => {
  if (event.origin === parentOrigin && event.source === window.parent && event.data?.type === 'card-frame:submit')
    submit()
})
new ResizeObserver(() => tell({ type: 'card-frame:height', height: document.documentElement.scrollHeight })).observe(
  document.body,
)
tell({ type: 'card-frame:ready' })
