/** The most characters of each text of a request for an order to another country. */
export const orderRequestLimits = { name: 80, phone: 30, message: 1_000 } as const
