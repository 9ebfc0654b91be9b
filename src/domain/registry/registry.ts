/** Pieces of one sku that a registry can ask for, as in a cart (VALID-05). */
export const wantedLimits = { min: 1, max: 99 } as const

/** What a listType is called: 1 is a registry, any other value a list (REG-17). */
export function listTypeName(listType: number): 'Registry' | 'List' {
  return listType === 1 ? 'Registry' : 'List'
}

/** Where registries are looked at and made (ROUTE-15, ROUTE-16, ROUTE-17, OPEN-101). */
export const registryAddresses = {
  list: '/gift-registry/registrant-list',
  create: '/gift-registry/create',
  view: (grId: number) => `/gift-registry/registrant-list/${grId}`,
  /** The same, with what was bought although it was to be a surprise. */
  viewGifts: (grId: number) => `/gift-registry/registrant-list/${grId}?gifts=shown`,
  checklist: (grId: number) => `/gift-registry/checklist/${grId}`,
  edit: (grId: number) => `/gift-registry/edit/${grId}`,
  /** Closes a registry, or opens it again. */
  close: '/gift-registry/close',
  /** Makes a gift in the cart an item of the giver's own. */
  makeOwn: '/gift-registry/make-own',
  /** Where the mails about gifts end. */
  giftMail: '/gift-registry/gift-mail',
  picture: '/gift-registry/picture',
  removePicture: '/gift-registry/picture/remove',
  find: '/gift-registry/find',
  /** The link that is shared: by an id that nobody guesses. */
  shared: (shareId: string) => `/gift-registry/registry/${shareId}`,
} as const

/** Where the message on a wish's quantity stands when its form was refused (SAFE-33); `grId` 0 where one registry is shown. */
export function quantityFieldName(item: {
  readonly grId: number
  readonly sku: number
  readonly designId: string
}): string {
  return `quantity-${item.grId}-${item.sku}-${item.designId}`
}

/** '{eventType} on {shortEventDate}' (REG-08). */
export function registryTitle(registry: { readonly eventType: string; readonly shortEventDate: string }): string {
  return `${registry.eventType} on ${registry.shortEventDate}`
}
