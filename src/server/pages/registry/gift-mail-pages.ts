import { emailKey } from '#domain/address/email.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import type { Variant } from '#domain/variant.ts'
import type { Database } from '#server/db/database.ts'
import { endsGiftMails, type GiftMailReader, giftMailReaders } from '#server/order/gift-mail/gift-mail-link.ts'
import { readMemberEmail } from '#server/order/order-store.ts'
import type { LinkSigner } from '#server/order/signed-link.ts'
import type { Form } from '#server/pages/forms/form.ts'
import type { OwnPage } from '#server/pages/page-table.ts'
import { type FoundRegistry, findShared } from '#server/registry/public-registry-store.ts'
import { hasStoppedGiftMails, silenceRegistry, stopGiftMails } from '#server/registry/registry-gift-mail-store.ts'

export type GiftMailParts = { readonly database: Database; readonly signer: LinkSigner }

type EndRequest = { readonly shareId: string; readonly to: string; readonly key: string }
/** Whose mails a link ends; null when none go out by it any more. */
type EndResult = { readonly registry: FoundRegistry; readonly to: GiftMailReader; readonly email: string }

const path = registryAddresses.giftMail

/** Where a mail of gifts leads whoever wants no more of them. Looking at it changes nothing: mail programs look at links. */
export function giftMailPages(parts: GiftMailParts): OwnPage[] {
  return [
    {
      path,
      async load({ request, reply, site }) {
        const requested = requestIn(request.query as Record<string, unknown>)
        if ((await findShared(parts.database, requested.shareId, site.variant)) === undefined)
          return { kind: 'missing' }
        reply.header('referrer-policy', 'same-origin').header('x-robots-tag', 'noindex')
        const end = await endOf(parts, requested, site.variant)
        const to = requested.to === 'partner' ? 'partner' : 'owner'
        return { kind: 'page', page: { name: 'giftMail', ...requested, to, isEnded: end === null } }
      },
    },
  ]
}

/** Ends the mails: a registrant's with the registry's, a partner's for good. Works without scripts and without a session. */
export function giftMailForm(parts: GiftMailParts): Form {
  const { database, signer } = parts
  return {
    path,
    allowsFirstVisit: true,
    refusedTo: registryAddresses.find,
    async submit({ site }, fields) {
      const requested = requestIn(fields)
      const end = await endOf(parts, requested, site.variant)
      if (end?.to === 'owner') await silenceRegistry(database, end.registry.grId)
      if (end?.to === 'partner') await stopGiftMails(database, signer.macOf(emailKey(end.email)))
      return `${path}?${new URLSearchParams(requested)}`
    },
  }
}

async function endOf(
  { database, signer }: GiftMailParts,
  requested: EndRequest,
  variant: Variant,
): Promise<EndResult | null> {
  const { shareId, key } = requested
  const to = giftMailReaders.find((each) => each === requested.to)
  const registry = await findShared(database, shareId, variant)
  if (registry === undefined || to === undefined || registry.giftMail === 'none') return null
  const email = to === 'owner' ? await readMemberEmail(database, registry.shopperId) : registry.partnerEmail
  if (email === '' || !endsGiftMails(signer, { shareId, to, email }, key)) return null
  const isStopped = to === 'partner' && (await hasStoppedGiftMails(database, signer.macOf.all(emailKey(email))))
  return isStopped ? null : { registry, to, email }
}

function requestIn({ shareId, to, key }: { readonly [name: string]: unknown }): EndRequest {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : '')
  return { shareId: text(shareId), to: text(to), key: text(key) }
}
