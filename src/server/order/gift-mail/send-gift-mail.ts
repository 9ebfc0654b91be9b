import { z } from 'zod'
import { emailKey } from '#domain/address/email.ts'
import type { Day } from '#domain/days.ts'
import { giftMailDay } from '#domain/registry/gift-mail-day.ts'
import { registryAddresses, registryTitle } from '#domain/registry/registry.ts'
import { allVariants } from '#domain/variant.ts'
import { skuFacts } from '#server/catalog/catalog-store.ts'
import type { Database } from '#server/db/database.ts'
import type { Delivered, DeliveryDeps } from '#server/order/mail/delivery-deps.ts'
import { addToOutbox, type OutboxRow, payloadOf } from '#server/order/mail/outbox-store.ts'
import { readMemberEmail } from '#server/order/order-store.ts'
import {
  hasStoppedGiftMails,
  type MailedRegistry,
  readMailedGifts,
  readMailedRegistry,
  takeUntoldGifts,
} from '#server/registry/registry-gift-mail-store.ts'
import { giftRegistryView } from '#server/registry/registry-view.ts'
import { giftMail } from './gift-mail.ts'
import { type GiftMailReader, giftMailEndAddress, giftMailReaders } from './gift-mail-link.ts'

type GiftMailDeps = Pick<DeliveryDeps, 'database' | 'mail' | 'mailFrom' | 'originOf' | 'macOf'>

const payload = z.object({ grId: z.int(), day: z.string(), to: z.enum(giftMailReaders) })

/** Registries of one transaction. */
const sliceOf = 100

/**
 * Leaves the mails of the day to be delivered: of every registry of which something was bought on a day before, one to each of its
 * readers. What is told is noted in the transaction that leaves the mail, so neither a crash nor another server tells it twice.
 */
export async function leaveGiftMails(database: Database, now: Date): Promise<void> {
  const day = giftMailDay(now)
  if (day === null) return
  for (let taken = sliceOf; taken === sliceOf; ) taken = await leaveSlice(database, day)
}

function leaveSlice(database: Database, day: Day): Promise<number> {
  return database.transaction(async (tx) => {
    const { taken, grIds } = await takeUntoldGifts(tx, day, sliceOf)
    for (const grId of grIds) {
      const registry = await readMailedRegistry(tx, grId)
      if (registry === undefined || registry.giftMail === 'none') continue
      for (const to of registry.partnerEmail === '' ? (['owner'] as const) : giftMailReaders) {
        await addToOutbox(tx, registry.shopperId, 'mail.registry-gifts', `${grId} ${day} ${to}`, { grId, day, to })
      }
    }
    return taken
  })
}

/** Sends the mail of a day to one reader; to nobody when all of it was cancelled since, or the reader wants none. */
export async function sendGiftMail(deps: GiftMailDeps, row: OutboxRow): Promise<Delivered> {
  const { grId, day, to } = payloadOf(row, payload)
  const { database, mailFrom } = deps
  const registry = await readMailedRegistry(database, grId)
  const variant = allVariants.find((one) => one.brand === registry?.brand && one.country === registry.country)
  if (registry === undefined || variant === undefined || registry.giftMail === 'none') return { state: 'done' }
  const email = await addressOf(deps, registry, to)
  const given = email === '' ? [] : await readMailedGifts(database, grId, day)
  if (given.length === 0) return { state: 'done' }
  const isSurprise = registry.giftMail === 'surprise'
  const facts = await skuFacts(
    database,
    variant,
    given.map(({ sku }) => sku),
  )
  const gifts = given.map((gift) => ({
    ...gift,
    name: facts.get(gift.sku)?.title ?? `SKU ${gift.sku}`,
    // nobody has proved a partner's address: strangers' words do not go there
    giverNames: to === 'owner' ? gift.giverNames : '',
  }))
  const origin = deps.originOf(registry.brand, registry.country)
  const endLink = `${origin}${giftMailEndAddress(deps, { shareId: registry.shareId, to, email })}`
  const { brand, country } = registry
  const title = registryTitle(giftRegistryView(registry, variant))
  const written = await giftMail({
    ...{ brand, country, title, endLink },
    gifts: isSurprise ? null : gifts,
    link: linkOf(registry, to, origin),
  })
  const host = mailFrom.split('@')[1] ?? 'localhost'
  const messageId = `<registry-gifts.${row.outboxId}@${host}>`
  const headers = { 'List-Unsubscribe': `<${endLink}>` }
  const sent = await deps.mail.sendMail({ messageId, from: mailFrom, to: email, ...written, headers })
  return sent.state === 'sent' ? { state: 'done' } : { state: 'failed', canRetry: sent.canRetry, why: sent.why }
}

/** The address of a reader now; '' when there is none, or it wants no such mail. */
async function addressOf(
  { database, macOf }: Pick<GiftMailDeps, 'database' | 'macOf'>,
  { shopperId, partnerEmail }: MailedRegistry,
  to: GiftMailReader,
): Promise<string> {
  if (to === 'owner') return readMemberEmail(database, shopperId)
  if (partnerEmail === '') return ''
  return (await hasStoppedGiftMails(database, macOf.all(emailKey(partnerEmail)))) ? '' : partnerEmail
}

/** The registrant's own view; a partner has only the page of givers, which says what was bought. */
function linkOf(
  { grId, shareId, giftMail: kind, isClosed }: MailedRegistry,
  to: GiftMailReader,
  origin: string,
): string {
  if (to === 'owner') return `${origin}${registryAddresses.view(grId)}`
  return kind === 'surprise' || isClosed ? '' : `${origin}${registryAddresses.shared(shareId)}`
}
