import { pointerBelow } from '@concordat/runtime/pointer'
import type { SchemaObject } from '../../../document/document.ts'
import type { SchemaPosition } from './context.ts'

/** Reports keywords of earlier OpenAPI versions, which are read with their old meaning. */
export function reportEarlierWords(input: SchemaObject, { place, context }: SchemaPosition): void {
  if (context.version?.hasNullable !== false) return
  const told = (keyword: string, word: string, { reading, fix }: { reading: string; fix: string }) =>
    context.report({
      code: 'keyword-of-earlier-version',
      severity: 'warning',
      place: pointerBelow(place, keyword),
      message: `${word} is OpenAPI 3.0 syntax, which OpenAPI ${context.version?.name} no longer allows.`,
      reading,
      fix,
    })
  if (input.nullable === true)
    told('nullable', '"nullable"', {
      reading: 'null in addition to the values that the schema allows',
      fix: 'add "null" to the types: `type: [string, "null"]`, or `anyOf: [{ $ref: … }, { type: "null" }]`.',
    })
  for (const [keyword, bound] of BOUNDS)
    if (input[keyword] === true)
      told(
        keyword,
        `"${keyword}: true"`,
        typeof input[bound] === 'number'
          ? {
              reading: `a bound that excludes the "${bound}" itself`,
              fix: `write the number of "${bound}" in "${keyword}", and remove "${bound}".`,
            }
          : {
              reading: 'if it were not there',
              fix: `remove it, because the schema has no numeric "${bound}".`,
            },
      )
}

const BOUNDS = [
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
] as const
