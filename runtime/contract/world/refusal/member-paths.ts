import type { Told } from '../../lexicon/lexicon.ts'
import { isNamed, type MemberPath } from './faults.ts'

/**
 * Members that a place stands for: the longest path that it ends in, as "body" may stand before it, or the
 * one path that ends in it. Names behind a path tell more of its member; where another member stands before
 * it, the place is a list of names.
 */
export function pathsNamed(place: MemberPath, known: readonly MemberPath[]): readonly MemberPath[] {
  const names = place.filter((name) => !/^\d+$/.test(name))
  for (let end = names.length; end > 0; end--) {
    const written = names.slice(0, end)
    const [found] = known.filter((path) => endsIn(written, path)).toSorted((a, b) => b.length - a.length)
    const longer =
      found ?? (end === names.length ? onlyOne(known.filter((path) => endsIn(path, written))) : undefined)
    if (longer === undefined) continue
    const tops = known.filter((path) => path.length === 1)
    const named = written.map((name) => tops.find(([top = '']) => isNamed(name, top)))
    const isList = named.slice(0, -longer.length).some((top) => top !== undefined)
    return isList ? named.filter((top) => top !== undefined) : [longer]
  }
  return []
}

/** The least deep of some paths; `undefined` where that may be one or the other. */
function onlyOne(paths: readonly MemberPath[]): MemberPath | undefined {
  const [first, second] = paths.toSorted((a, b) => a.length - b.length)
  return second?.length === first?.length ? undefined : first
}

function endsIn(long: MemberPath, short: MemberPath): boolean {
  return (
    long.length >= short.length &&
    short.every((name, index) => isNamed(long.at(index - short.length) ?? '', name))
  )
}

/**
 * The innermost members, each once. The last of several faults of one member counts that tells its objection.
 */
export function innermost<Named extends { readonly path: MemberPath; readonly told: Told }>(
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
