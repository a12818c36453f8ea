import type { DocumentDescriptor } from '@concordat/runtime/http'
import { type Shape, shapeOf, typesOf } from '../../document/shape.ts'
import { namesOf } from '../../values/names.ts'
import { sample } from '../../values/sample.ts'

/** In this order: the last one leaves values that other rules can live with. */
export const KINDS = ['null', 'empty', 'longest', 'least', 'greatest', 'foreign'] as const
export type Kind = (typeof KINDS)[number]

/** A longer text would test the limits of requests, not of the schema. */
const LONGEST = 5000
/** Letters with and without composition, a right-to-left word, a character beyond the Basic Multilingual Plane, quotes. */
const FOREIGN = 'Zoë Łódź 東京 שלום 🚲 "q" \\ <b>'
/** The same instant is another day in UTC. */
const FAR_TIME = '2031-03-05T23:30:00-11:00'
/** The farthest that RFC 3339 writes; databases stop at 14 to 16 hours. @see RFC 3339, 5.6, time-numoffset */
const FARTHEST_TIME = '2031-03-06T12:34:56+23:59'
/** A zone of quarter hours. */
const ODD_TIME = '2030-06-15T12:34:56+05:45'
const LEAP_DAY = '2028-02-29'
/** Beyond them a JSON number need not survive. @see RFC 7493, 2.2 */
const WIDEST = { int32: [-2_147_483_648, 2_147_483_647], other: [-(2 ** 53 - 1), 2 ** 53 - 1] } as const
const LIST_LENGTH = 3

/** A value of one kind; `undefined` where the schema has none. The caller validates it. */
export function specialValue(
  schema: unknown,
  kind: Kind,
  { definitions }: Pick<DocumentDescriptor, 'definitions'>,
): { readonly value: unknown } | undefined {
  const shape = shapeOf(schema, definitions)
  const types = typesOf(shape)
  if (kind === 'null') return types.includes('null') ? { value: null } : undefined
  if ('enum' in shape || 'const' in shape) return undefined
  if (types.includes('string')) return text(shape, kind)
  if (types.includes('array')) return list(shape, kind, definitions)
  return types.includes('integer') || types.includes('number') ? number(shape, kind) : undefined
}

function text({ format, pattern, maxLength }: Shape, kind: Kind): { readonly value: string } | undefined {
  if (format === 'date-time' && kind === 'least') return { value: FAR_TIME }
  if (format === 'date-time' && kind === 'greatest') return { value: FARTHEST_TIME }
  if (format === 'date-time' && kind === 'foreign') return { value: ODD_TIME }
  if (format === 'date' && kind === 'foreign') return { value: LEAP_DAY }
  if (format !== undefined || pattern !== undefined) return undefined
  const most = typeof maxLength === 'number' ? maxLength : undefined
  if (kind === 'empty') return { value: '' }
  if (kind === 'longest' && most !== undefined && most <= LONGEST) return { value: 'w'.repeat(most) }
  return kind === 'foreign' ? { value: [...FOREIGN].slice(0, most).join('') } : undefined
}

/** Without bounds of its own an integer has those of its format. */
function number(shape: Shape, kind: Kind): { readonly value: number } | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, format } = shape
  const [lowest, highest] = format === 'int32' ? WIDEST.int32 : WIDEST.other
  const isInteger = typesOf(shape).includes('integer')
  if (kind === 'least' && typeof minimum === 'number') return { value: minimum }
  if (kind === 'greatest' && typeof maximum === 'number') return { value: maximum }
  if (!isInteger) return undefined
  if (kind === 'least' && exclusiveMinimum === undefined) return { value: lowest }
  return kind === 'greatest' && exclusiveMaximum === undefined ? { value: highest } : undefined
}

/** Values in descending order, where the list has room for several. */
function list(
  { items, minItems, maxItems }: Shape,
  kind: Kind,
  definitions: DocumentDescriptor['definitions'],
): { readonly value: readonly unknown[] } | undefined {
  if (kind === 'empty') return { value: [] }
  const shape = shapeOf(items, definitions)
  const isPlain = typesOf(shape).some((type) => ['string', 'integer', 'number'].includes(type))
  if (kind !== 'foreign' || !isPlain) return undefined
  const least = typeof minItems === 'number' ? minItems : 0
  const most = typeof maxItems === 'number' ? maxItems : Number.POSITIVE_INFINITY
  const names = namesOf('unsorted')
  const choices = Array.isArray(shape['enum'])
    ? shape['enum']
    : Array.from({ length: Math.min(most, Math.max(least, LIST_LENGTH)) }, () =>
        sample(items, { definitions, names, variant: 'full' }),
      )
  const value = [...new Set(choices)].toSorted((one, other) => (String(one) < String(other) ? 1 : -1))
  return { value: value.slice(0, Math.max(least, Math.min(most, LIST_LENGTH))) }
}
