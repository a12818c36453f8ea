import { percentDecode } from '../values/percent-decode.ts'

/**
 * One segment of a path template, as alternating literals and names: "{a}.{b}" has the literals ["", ".", ""]
 * and two names.
 */
export interface SegmentTemplate {
  readonly literals: readonly string[]
  readonly names: readonly string[]
  /** For each name, true if it is written `{+name}`: its value can contain several segments. */
  readonly spans: readonly boolean[]
  /** True if the whole segment is one value: "{id}". */
  readonly isWhole: boolean
}

/**
 * Parses one segment of a path template. "caf%C3%A9" and "café" are equivalent. A segment without templates
 * is kept decoded, for lookups. Text next to templates is kept encoded, so that it can be found in a raw
 * segment.
 */
export function parseSegment(segment: string): SegmentTemplate {
  const parts = segment.split(/\{([^{}]+)\}/)
  const written = parts.filter((_, index) => index % 2 === 1)
  const names = written.map((name) => name.replace(/^\+/, ''))
  const literals = parts.filter((_, index) => index % 2 === 0).map(percentDecode)
  const spans = written.map((name) => name.startsWith('+'))
  return {
    names,
    spans,
    isWhole: segment === `{${names[0]}}`,
    literals: names.length === 0 ? literals : literals.map((text) => encodeURI(text.toWellFormed())),
  }
}

/**
 * Matches a raw segment against a template, or several segments joined by "/" if a name spans them. Every
 * value has at least one character, and each value except the last is as short as possible: "{a}.{b}" matches
 * "x.y.z" as "x" and "y.z". Takes linear time in the segment's length.
 * @returns the values, still percent-encoded, or `undefined` if the segment does not match.
 */
export function matchSegment(
  { literals, names, spans }: SegmentTemplate,
  segment: string,
): readonly string[] | undefined {
  const first = literals[0] ?? ''
  const last = literals.at(-1) ?? ''
  const end = segment.length - last.length
  if (!segment.startsWith(first) || !segment.endsWith(last) || end - first.length < names.length)
    return undefined
  const values: string[] = []
  let start = first.length
  for (let index = 1; index < names.length; index += 1) {
    const separator = literals[index] ?? ''
    const at = segment.indexOf(separator, start + 1)
    if (at === -1 || at + separator.length >= end) return undefined
    values.push(segment.slice(start, at))
    start = at + separator.length
  }
  if (start >= end) return undefined
  values.push(segment.slice(start, end))
  return values.every((value, index) => spans[index] || !value.includes('/')) ? values : undefined
}
