import { canAddCard, defaultAccountCardsLimit } from '#domain/payment/limits.ts'
import { type OwnCardServices, saveOwnCard } from '#server/account/cards/own-card-service.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { setFlash, setRefused } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import type { OwnPage, PageAnswer } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { readAccountCards } from '#server/payment/account-card-store.ts'
import { placeOfCard, unknownCard } from './account-card-forms.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

const newPath = '/account/cards/new'
const pathOf = (cardId: string) => (cardId === '' ? newPath : `/account/cards/${cardId}`)

/** The pages that have the form of a card: of a new one, and of each that another may take the place of. */
export function accountCardPages({ database }: { readonly database: Database }): OwnPage[] {
  /** Of a guest the sign-in, of a stranger's card what is said of one that does not exist. */
  async function load({ session }: Visit, cardId: string): Promise<PageAnswer> {
    if (session.auth === 'guest') {
      return { kind: 'redirect', to: `${loginPath}?returnUrl=${encodeURIComponent(pathOf(cardId))}` }
    }
    const saved = await readAccountCards(database, session.shopperId)
    const card = saved.find((one) => one.cardId === cardId)
    if (cardId !== '' && card === undefined) return { kind: 'missing' }
    const replaces = card === undefined ? null : { cardId, type: card.type, lastFour: card.lastFour }
    const isDefault = card?.isDefault ?? saved.length === 0
    const isFull = card === undefined && !canAddCard(saved.length, defaultAccountCardsLimit)
    return { kind: 'page', page: { name: 'accountCard', replaces, isDefault, isFull } }
  }

  return [
    { path: newPath, load: (visit) => load(visit, '') },
    {
      path: '/account/cards/:cardId',
      load: (visit) => load(visit, (visit.request.params as { readonly cardId: string }).cardId),
    },
  ]
}

/** The form of these pages. It brings a token of the gateway and never a number, so it needs a script. */
export function saveCardForm(services: OwnCardServices, flashCookieKey: Keys): Form {
  return {
    path: '/account/cards/save',
    allowsFirstVisit: false,
    refusedTo: accountPath,
    signInAt: loginPath,
    fields: ['isDefault'],
    async submit({ reply, site, context }, fields) {
      const { cardToken: token = '', cardId: replaces = '' } = fields
      const isDefault = fields.isDefault === 'true'
      const result = await saveOwnCard(services, context, { token: token.slice(0, 4_000), replaces, isDefault })
      if (result.state === 'unknownCard') {
        setFlash(reply, site, flashCookieKey, unknownCard)
        return accountPath
      }
      if (result.state === 'refused') {
        const text = context.text(result.messageKey, { limit: defaultAccountCardsLimit })
        setRefused(reply, site, flashCookieKey, { text }, typedIn(fields, ['isDefault']))
        return pathOf(replaces)
      }
      const said = result.isNew ? 'The card is saved in your account.' : context.text('payment.cardSavedAlready')
      setFlash(reply, site, flashCookieKey, said)
      return placeOfCard(result.cardId)
    },
  }
}
