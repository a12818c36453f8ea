import type { Told } from '../../lexicon/lexicon.ts'
import { isSameFaultSpelling, type MemberPath } from './faults.ts'

/**
 * Returns the properties that a location names: the longest known path with which it ends ("body" can precede
 * the path) or, if there is none, the only path that ends with the location. Names that follow a path
 * describe its property. If the name of another property comes first, the location is treated as a list of
 * names.
 */
export function faultPathsNamed(place: MemberPath, known: readonly MemberPath[]): readonly MemberPath[] {
  const names = place.filter((name) => !/^\d+$/.test(name))
  for (let end = names.length; end > 0; end--) {
    const written = names.slice(0, end)
    const [found] = known.filter((path) => endsIn(written, path)).toSorted((a, b) => b.length - a.length)
    const longer =
      found ?? (end === names.length ? onlyOne(known.filter((path) => endsIn(path, written))) : undefined)
    if (longer === undefined) continue
    const tops = known.filter((path) => path.length === 1)
    const named = written.map((name) => tops.find(([top = '']) => isSameFaultSpelling(name, top)))
    const isList = named.slice(0, -longer.length).some((top) => top !== undefined)
    return isList ? named.filter((top) => top !== undefined) : [longer]
  }
  return []
}

/** Returns the shallowest of several paths; `undefined` if it is not the only one at that depth. */
function onlyOne(paths: readonly MemberPath[]): MemberPath | undefined {
  const [first, second] = paths.toSorted((a, b) => a.length - b.length)
  return second?.length === first?.length ? undefined : first
}

function endsIn(long: MemberPath, short: MemberPath): boolean {
  return (
    long.length >= short.length &&
    short.every((name, index) => isSameFaultSpelling(long.at(index - short.length) ?? '', name))
  )
}

/**
 * Returns the innermost properties, each once. If a property has several faults, the last one that states an
 * objection is kept, or else the last one.
 */
export function innermostFaults<Named extends { readonly path: MemberPath; readonly told: Told }>(
  named: readonly Named[],
): readonly Named[] {
  const byPlace = Map.groupBy(named, ({ path }) => path.join('\n'))
  const distinct = [...byPlace.values()].flatMap(
    (same) => same.findLast(({ told }) => told.kinds.size > 0) ?? same.slice(-1),
  )
  const isAbove = (path: MemberPath, other: MemberPath): boolean =>
    path.length < other.length && path.every((name, index) => other[index] === name)
  return distinct.filter(({ path }) => !distinct.some((other) => isAbove(path, other.path)))
}
