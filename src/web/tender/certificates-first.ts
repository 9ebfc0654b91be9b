import { pathTable } from '#contracts/paths.ts'
import { whileAsking, whileLoading } from '#web/calls/loading.ts'
import { logError } from '#web/calls/log.ts'
import { calls } from '#web/checkout/calls.ts'
import type { CheckoutStore } from '#web/checkout/checkout-store.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { refresh, runStepCall } from '#web/checkout/steps/step-flow.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import type { Browser } from '#web/navigation/browser.tsx'

type Flow = { readonly store: CheckoutStore; readonly browser: Browser }

/**
 * Before a flow that cannot use reward certificates (OPEN-51): says that they will go and takes them off. Answers whether
 * the flow may go on: at once when none is applied, never when the shopper closed the popup or the removal failed
 * (CERT-02 to CERT-04).
 */
export async function certificatesFirst(flow: Flow): Promise<boolean> {
  const { checkout } = flow.store.read()
  if (checkout.paymentData.rewardsData.certificates.length === 0) return true
  if ((await whileAsking(() => openLayer('certificatesInterrupter', {}))) !== 'continue') return false
  return whileLoading(() =>
    checkout.paymentProvider_EnableAdyen ? removeAtProvider(flow) : runStepCall('removeCertificates', flow),
  )
}

async function removeAtProvider(flow: Flow): Promise<boolean> {
  const api = pathTable.checkout.providerRemoveCertificates.path
  const place = { action: 'providerRemoveCertificates', api, basketId: flow.store.read().checkout.basketId }
  try {
    const reply = await calls.checkout.providerRemoveCertificates({})
    if (reply.isSuccess) return (await refresh(flow)) === 'goOn'
    logError(new Error(reply.errorMessage), place)
    void openLayer('refresh', { title: 'Error', message: reply.errorMessage })
  } catch (error) {
    void handleCheckoutFault(error, place)
  }
  return false
}
