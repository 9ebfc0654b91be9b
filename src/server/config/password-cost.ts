/** What a hash of a password costs: argon2id with 19 MiB and two passes (OWASP), 30 ms of one core each. */
export const passwordCost = { memory: 19_456, passes: 2, parallelism: 1 } as const
