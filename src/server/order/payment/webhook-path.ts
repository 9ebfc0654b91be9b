/** Where a card processor sends its webhook events. */
export const webhookPath = '/webhooks/card-gateway'
