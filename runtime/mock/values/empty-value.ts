import { flatSchema } from '@concordat/contract/document'
import type { Maker } from './maker.ts'

/** The emptiest value that a schema allows: its default, null, nothing at all; `undefined` where none does. */
export function emptyValue(schema: unknown, maker: Maker): unknown {
  const flat = flatSchema(schema, maker.definitions)
  const candidates = ['default' in flat ? flat['default'] : undefined, null, [], {}, '', 0, false]
  return candidates.find((value) => value !== undefined && maker.fits(value, schema))
}
