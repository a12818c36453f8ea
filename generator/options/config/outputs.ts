import type { OwnOutput } from '../../outputs/declaration/output.ts'
import { OUTPUT_NAMES, type Output } from '../../outputs/outputs.ts'
import { type Kind, plainKind } from '../kinds/kind.ts'
import { listKind, oneOfKind } from '../kinds/kinds.ts'

/** The name of an output, or a user's function that prints one. */
export const outputKind: Kind<Output | OwnOutput> = plainKind({
  ...oneOfKind(...OUTPUT_NAMES),
  type: 'Output | OwnOutput',
  fits: (value): value is Output | OwnOutput =>
    OUTPUT_NAMES.some((name) => name === value) || typeof value === 'function',
  expected: `one of ${OUTPUT_NAMES.map((name) => `"${name}"`).join(', ')}, or a function`,
})

/** A list of outputs; on the command line, their names separated by commas. */
export const outputsKind: Kind<readonly (Output | OwnOutput)[]> = {
  ...listKind(outputKind, `"${OUTPUT_NAMES.join('", "')}", or functions`),
  expectedText: `names separated by commas, of ${OUTPUT_NAMES.map((name) => `"${name}"`).join(', ')}`,
  read(text) {
    const read = text.split(',').map((name) => OUTPUT_NAMES.find((known) => known === name.trim()))
    return read.every((name) => name !== undefined) ? read : undefined
  },
}
