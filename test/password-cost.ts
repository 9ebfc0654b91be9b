/** In place of src/server/config/password-cost.ts in vitest.config.ts: a hash is the same work a hundred times smaller. */
export const passwordCost = { memory: 64, passes: 1, parallelism: 1 } as const
