import type { DocumentDescriptor } from '../../../http/operation.ts'
import { type Shape, shapeOf, typesOf } from '../../fixtures/shape.ts'

/** In this order: the last one leaves values that other rules can live with. */
export const KINDS = ['null', 'empty', 'longest', 'least', 'greatest', 'foreign'] as const
export type Kind = (typeof KINDS)[number]

/** A longer text would test the limits of requests, not of the schema. */
const LONGEST = 5000
/** Letters with and without composition, a right-to-left word, a character beyond the Basic Multilingual Plane, quotes. */
const FOREIGN = 'Zoë Łódź 東京 שלום 🚲 "q" \\ <b>'
/** The same instant is another day in UTC. */
const FAR_TIME = '2031-03-05T23:30:00-11:00'

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
  return types.includes('integer') || types.includes('number') ? number(shape, kind) : undefined
}

function text({ format, pattern, maxLength }: Shape, kind: Kind): { readonly value: string } | undefined {
  if (format === 'date-time' && kind === 'foreign') return { value: FAR_TIME }
  if (format !== undefined || pattern !== undefined) return undefined
  const most = typeof maxLength === 'number' ? maxLength : undefined
  if (kind === 'empty') return { value: '' }
  if (kind === 'longest' && most !== undefined && most <= LONGEST) return { value: 'w'.repeat(most) }
  return kind === 'foreign' ? { value: [...FOREIGN].slice(0, most).join('') } : undefined
}

function number({ minimum, maximum }: Shape, kind: Kind): { readonly value: number } | undefined {
  if (kind === 'least' && typeof minimum === 'number') return { value: minimum }
  return kind === 'greatest' && typeof maximum === 'number' ? { value: maximum } : undefined
}
