import { isValidFormat } from '@concordat/runtime/schema'
import type { FlatBound } from '../flat/flat.ts'
import { type FlatEnd, flatHighEnd, flatLowEnd } from '../flat/range.ts'
import type { SchemaChangeName } from '../kinds/schema-kinds.ts'
import {
  differenceValueText,
  type FlatPair,
  lackedByOtherDocument,
  type SchemaDifference,
} from './difference.ts'

interface Limit {
  readonly inclusive: FlatBound
  readonly exclusive?: FlatBound
  readonly noun: 'character' | 'item' | 'property'
  /** The bound that applies if the schema does not state one. */
  readonly none: number
  readonly lower?: SchemaChangeName
  readonly higher?: SchemaChangeName
}

const LIMITS: readonly Required<Omit<Limit, 'exclusive'>>[] = [
  {
    inclusive: 'minLength',
    noun: 'character',
    none: 0,
    lower: 'min-length-lowered',
    higher: 'min-length-raised',
  },
  {
    inclusive: 'maxLength',
    noun: 'character',
    none: Infinity,
    lower: 'max-length-lowered',
    higher: 'max-length-raised',
  },
  { inclusive: 'minItems', noun: 'item', none: 0, lower: 'min-items-lowered', higher: 'min-items-raised' },
  {
    inclusive: 'maxItems',
    noun: 'item',
    none: Infinity,
    lower: 'max-items-lowered',
    higher: 'max-items-raised',
  },
  {
    inclusive: 'minProperties',
    noun: 'property',
    none: 0,
    lower: 'min-properties-lowered',
    higher: 'min-properties-raised',
  },
  {
    inclusive: 'maxProperties',
    noun: 'property',
    none: Infinity,
    lower: 'max-properties-lowered',
    higher: 'max-properties-raised',
  },
]

/** Differences between the bounds of a value. */
export function boundDifferences(pair: FlatPair): readonly SchemaDifference[] {
  const { old, new: now } = pair
  const counted = LIMITS.flatMap(({ inclusive, noun, none, lower, higher }): SchemaDifference[] => {
    const [was, is] = [old.bounds[inclusive] ?? none, now.bounds[inclusive] ?? none]
    const told = (limit: number) => counts(limit, { noun, none })
    return was === is ? [] : [{ change: is < was ? lower : higher, was: told(was), is: told(is) }]
  })
  return [
    ...rangeDifferences(pair),
    ...counted,
    ...patternDifferences(pair),
    ...multipleDifferences(pair),
    ...(old.isUnique === now.isUnique
      ? []
      : [{ change: now.isUnique ? ('unique-items-added' as const) : ('unique-items-removed' as const) }]),
  ]
}

/** Formats a limit: "1 item", "up to 2 items", "any number of items". */
function counts(limit: number, { noun, none }: Pick<Limit, 'noun' | 'none'>): string {
  const nouns = noun === 'property' ? 'properties' : `${noun}s`
  if (limit === Infinity) return `any number of ${nouns}`
  return `${none === 0 ? '' : 'up to '}${limit} ${limit === 1 ? noun : nouns}`
}

function rangeDifferences({ old, new: now }: FlatPair): SchemaDifference[] {
  const [wasLow, isLow] = impliedEnds([flatLowEnd(old), flatLowEnd(now)], { old, new: now }, -1)
  const [wasHigh, isHigh] = impliedEnds([flatHighEnd(old), flatHighEnd(now)], { old, new: now }, 1)
  const low = Math.sign(isLow.at - wasLow.at) || Number(wasLow.isInside) - Number(isLow.isInside)
  const high = Math.sign(isHigh.at - wasHigh.at) || Number(isHigh.isInside) - Number(wasHigh.isInside)
  return [
    ...change(low, { lower: 'minimum-lowered', higher: 'minimum-raised' }, [wasLow, isLow], 'minimum'),
    ...change(high, { lower: 'maximum-lowered', higher: 'maximum-raised' }, [wasHigh, isHigh], 'maximum'),
  ]
}

/**
 * Returns the bounds of both documents. If one document states no bound, but its format implies the other's
 * bound, as int32 implies 2147483647, both bounds are equal.
 */
function impliedEnds(
  [was, is]: readonly [FlatEnd, FlatEnd],
  { old, new: now }: FlatPair,
  step: 1 | -1,
): readonly [FlatEnd, FlatEnd] {
  const isImplied = ({ at }: FlatEnd, format: string | undefined) =>
    format !== undefined && Number.isInteger(at) && isValidFormat(format, at + step) === false
  if (!Number.isFinite(was.at) && isImplied(is, old.format)) return [is, is]
  return !Number.isFinite(is.at) && isImplied(was, now.format) ? [was, was] : [was, is]
}

function change(
  direction: number,
  names: { readonly lower: SchemaChangeName; readonly higher: SchemaChangeName },
  [was, is]: readonly [FlatEnd, FlatEnd],
  end: 'minimum' | 'maximum',
): SchemaDifference[] {
  if (Number.isNaN(direction) || direction === 0) return []
  const told = ({ at, isInside }: FlatEnd) =>
    Number.isFinite(at) ? `the ${isInside ? '' : 'exclusive '}${end} ${at}` : `no ${end}`
  return [{ change: direction < 0 ? names.lower : names.higher, was: told(was), is: told(is) }]
}

function patternDifferences({ old, new: now }: FlatPair): SchemaDifference[] {
  const gone = lackedByOtherDocument(old.patterns, now.patterns)
  const added = lackedByOtherDocument(now.patterns, old.patterns)
  const told = { was: gone.join(' and '), is: added.join(' and ') }
  if (gone.length > 0 && added.length > 0) return [{ change: 'pattern-changed', ...told }]
  if (gone.length > 0) return [{ change: 'pattern-removed', ...told }]
  return added.length > 0 ? [{ change: 'pattern-added', ...told }] : []
}

function multipleDifferences({ old, new: now }: FlatPair): SchemaDifference[] {
  const gone = lackedByOtherDocument(old.multiplesOf, now.multiplesOf)
  const added = lackedByOtherDocument(now.multiplesOf, old.multiplesOf)
  const told = {
    was: differenceValueText(old.multiplesOf).slice(1, -1),
    is: differenceValueText(now.multiplesOf).slice(1, -1),
  }
  if (gone.length > 0 && added.length > 0) return [{ change: 'multiple-of-changed', ...told }]
  if (gone.length > 0) return [{ change: 'multiple-of-removed', ...told }]
  return added.length > 0 ? [{ change: 'multiple-of-added', ...told }] : []
}
