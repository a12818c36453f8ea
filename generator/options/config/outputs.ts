/** What can be generated: each name stands for the files that a reader of the output finds under it. */
export const OUTPUTS = ['types', 'client', 'server', 'contract', 'openapi'] as const

export type Output = (typeof OUTPUTS)[number]

/** What is generated where nobody chooses: all but `openapi`, which takes half as long again and a package of its own. */
export const DEFAULT_OUTPUTS: readonly Output[] = OUTPUTS.filter((output) => output !== 'openapi')
