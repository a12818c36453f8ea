/** What can be generated: each name stands for the files that a reader of the output finds under it. */
export const OUTPUTS = ['types', 'client', 'server', 'contract'] as const

export type Output = (typeof OUTPUTS)[number]
