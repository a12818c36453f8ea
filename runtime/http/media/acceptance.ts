import { matchesMediaType, mediaTypeEssence } from './media-type.ts'

/**
 * Returns a caller's preference for the best of several media types, from 0 (not acceptable) to 1. The most
 * specific range in `Accept` decides for each.
 * @param accept the header; without it, all media types are equally acceptable. @see RFC 9110, 12.5.1
 */
export function acceptance(accept: string | null, mediaTypes: readonly string[]): number {
  const ranges = (accept ?? '*/*').split(',').map((range) => ({
    range: mediaTypeEssence(range),
    quality: Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1),
  }))
  const specific = ranges.toSorted((one, other) => weightOf(other.range) - weightOf(one.range))
  const wanted = mediaTypes.map(
    (type) => specific.find(({ range }) => matchesMediaType(range, type))?.quality ?? 0,
  )
  return Math.max(0, ...wanted)
}

function weightOf(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2
}
