import { emailKey } from '#domain/address/email.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { isRightKey, type LinkSigner } from '#server/order/signed-link.ts'

/** Whom a mail of gifts goes to: the registrant, or the partner whose address she gave. */
export const giftMailReaders = ['owner', 'partner'] as const
export type GiftMailReader = (typeof giftMailReaders)[number]

/** One reader of the mails of one registry, at one address. */
export type GiftMailbox = { readonly shareId: string; readonly to: GiftMailReader; readonly email: string }

/** The address, from the origin on, at which the mails of gifts end for whoever got one. */
export function giftMailEndAddress(signer: LinkSigner, mailbox: GiftMailbox): string {
  const { shareId, to } = mailbox
  const key = signer.macOf(textOf(mailbox)).toString('base64url')
  return `${registryAddresses.giftMail}?${new URLSearchParams({ shareId, to, key })}`
}

/** Whether a key came with a mail to this address. */
export function endsGiftMails(signer: LinkSigner, mailbox: GiftMailbox, key: unknown): boolean {
  return isRightKey(signer, textOf(mailbox), key)
}

function textOf({ shareId, to, email }: GiftMailbox): string {
  return `gift mail\n${shareId}\n${to}\n${emailKey(email)}`
}
