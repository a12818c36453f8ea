import type { Model } from '../../model/model.ts'
import { type Kind, plain } from '../kinds/kind.ts'
import { list, oneOf } from '../kinds/kinds.ts'

/** What can be generated: each name stands for the files that a reader of the output finds under it. */
export const OUTPUTS = [
  'types',
  'client',
  'server',
  'webhooks',
  'contract',
  'openapi',
  'fetch',
  'schemas',
  'query',
  'msw',
  'reference',
] as const

export type Output = (typeof OUTPUTS)[number]

/** What an output of the user's own is told beside the model. */
export interface OwnOutputContext {
  /** First line of a generated file: what does not begin with it is never removed when it is no longer made. */
  readonly header: string
}

/**
 * An output of the user's own: text by path below the output folder, with "/". It gets what every other output is printed from.
 */
export type OwnOutput = (
  model: Model,
  context: OwnOutputContext,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>

/** A name, or a function: an output of the user's own. */
export const output: Kind<Output | OwnOutput> = plain({
  ...oneOf(...OUTPUTS),
  type: 'Output | OwnOutput',
  fits: (value): value is Output | OwnOutput =>
    OUTPUTS.some((name) => name === value) || typeof value === 'function',
  expected: `one of ${OUTPUTS.map((name) => `"${name}"`).join(', ')}, or a function`,
})

/** On the command line names alone, with commas between them. */
export const outputs: Kind<readonly (Output | OwnOutput)[]> = {
  ...list(output, `"${OUTPUTS.join('", "')}", or functions`),
  expectedText: `names with commas between them, of ${OUTPUTS.map((name) => `"${name}"`).join(', ')}`,
  read(text) {
    const read = text.split(',').map((name) => OUTPUTS.find((known) => known === name.trim()))
    return read.every((name) => name !== undefined) ? read : undefined
  },
}

/** Printed by openapi-typescript, which takes longer than all others together; `fetch` needs `openapi`. */
export const PRINTED_BY_OTHERS: readonly Output[] = ['openapi', 'fetch']

/** For libraries that not everybody has, or printed by a package that not everybody installs. */
export const ON_DEMAND: readonly Output[] = [...PRINTED_BY_OTHERS, 'schemas', 'query', 'msw', 'reference']

/** What is generated where nobody chooses. */
export const DEFAULT_OUTPUTS: readonly Output[] = OUTPUTS.filter((output) => !ON_DEMAND.includes(output))
