/** What can be generated: each name stands for the files that a reader of the output finds under it. */
export const OUTPUTS = ['types', 'client', 'server', 'webhooks', 'contract', 'openapi', 'fetch'] as const

export type Output = (typeof OUTPUTS)[number]

/** Printed by openapi-typescript, which takes longer than all others together; `fetch` needs `openapi`. */
export const PRINTED_BY_OTHERS: readonly Output[] = ['openapi', 'fetch']

/** What is generated where nobody chooses: what needs no other package. */
export const DEFAULT_OUTPUTS: readonly Output[] = OUTPUTS.filter(
  (output) => !PRINTED_BY_OTHERS.includes(output),
)
