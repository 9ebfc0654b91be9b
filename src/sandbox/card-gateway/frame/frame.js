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
let toldBrand = ''
form.elements.number.addEventListener('input', ({ target }) => {
  const digits = target.value.replace(/\D/g, '')
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
