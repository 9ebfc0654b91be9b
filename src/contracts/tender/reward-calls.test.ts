import { expect, test } from 'vitest'
import { callTable } from '#contracts/table.ts'

test('OPEN-02, CALL-87: every payment call of the service layer is a POST, but the account rewards of a saved card', () => {
  const routes = Object.values(callTable).flatMap((calls) => Object.values(calls).map(({ route }) => route))
  const service = routes.filter(({ path }) => path.startsWith('/api/checkout/payment-provider/'))
  expect(service.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual([
    '/api/checkout/payment-provider/get-account-rewards',
  ])
  const rewards = routes.filter(({ path }) => path === '/ReactCheckout/GetAccountRewards')
  expect(rewards.map(({ method }) => method).sort()).toEqual(['GET', 'POST'])
})
