/** Where Adyen's services are: for trying out, or live in the region of the merchant account. */
export const adyenEnvironments = ['test', 'live', 'live-us', 'live-au', 'live-apse', 'live-in', 'live-nea'] as const
export type AdyenEnvironment = (typeof adyenEnvironments)[number]

/** The one origin whose frames and calls adyen-web needs in the browser. */
export function adyenPageOrigin(environment: AdyenEnvironment): string {
  return `https://checkoutshopper-${environment}.adyen.com`
}
