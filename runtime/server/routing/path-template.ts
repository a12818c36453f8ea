import { percentDecode } from '../values/percent-decode.ts'

/** One segment of a path template: text and templates in turn, "{a}.{b}" is ["", ".", ""] with two names. */
export interface SegmentTemplate {
  readonly literals: readonly string[]
  readonly names: readonly string[]
  /** For each name, whether it is written `{+name}`: its value may be made of several segments. */
  readonly spans: readonly boolean[]
  /** True if the whole segment is one value: "{id}". */
  readonly isWhole: boolean
}

/**
 * Reads one segment of a path template. "caf%C3%A9" and "café" are the same. Text on its own is kept decoded,
 * for lookups; text beside templates is kept as URLs write it, to be searched in a raw segment.
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
 * Takes a raw segment apart by a template, or several with "/" between them where a name spans those. Every
 * value has at least one character, and each but the last is as short as it can be: "{a}.{b}" reads "x.y.z"
 * as "x" and "y.z". Linear in the segment's length.
 * @returns the values, still percent-encoded, or `undefined` when the segment does not fit.
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
