/** Where a card processor sends its notices. */
export const noticePath = '/webhooks/card-gateway'
