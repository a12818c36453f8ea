/** Code points as sorted, inclusive ranges with gaps between them. */
export type CodePoints = readonly (readonly [first: number, last: number])[]

export const LAST_CODE_POINT = 0x10ffff

/** Sorts ranges and merges those that overlap or touch. */
export function codePoints(ranges: CodePoints): CodePoints {
  const sorted = ranges.toSorted(([left], [right]) => left - right)
  const joined: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = joined.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else joined.push([first, last])
  }
  return joined
}

/** All other code points. */
export function complementCodePoints(ranges: CodePoints): CodePoints {
  const rest: [number, number][] = []
  let next = 0
  for (const [first, last] of ranges) {
    if (first > next) rest.push([next, first - 1])
    next = last + 1
  }
  if (next <= LAST_CODE_POINT) rest.push([next, LAST_CODE_POINT])
  return rest
}

const known = new Map<string, CodePoints>()

/**
 * The code points of a Unicode property, such as "\p{Lu}" or "\P{Script=Greek}", as this JavaScript engine
 * defines them. No table of them is included, because it might not match the engine's version of Unicode.
 */
export function codePointsOfProperty(property: string): CodePoints {
  const found = known.get(property) ?? search(property)
  known.set(property, found)
  return found
}

/** All code points except surrogates, because two adjacent surrogates would form one code point. */
const PARTS = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
  [0x10000, LAST_CODE_POINT],
] as const
const SURROGATES = [0xd800, 0xdfff] as const

function search(property: string): CodePoints {
  const runs = new RegExp(`${property}+`, 'gu')
  const ranges = PARTS.flatMap(([first, last]) => {
    const width = first > 0xffff ? 2 : 1
    return [...textOf(first, last).matchAll(runs)].map(
      ({ index, 0: run }) => [first + index / width, first + (index + run.length) / width - 1] as const,
    )
  })
  return codePoints(new RegExp(property, 'u').test('\ud800') ? [...ranges, SURROGATES] : ranges)
}

/** A string of all code points in a range, in order. A million of them take a few milliseconds. */
function textOf(first: number, last: number): string {
  const isPair = first > 0xffff
  const units = new Uint16Array((last - first + 1) * (isPair ? 2 : 1))
  for (let point = first, at = 0; point <= last; point++) {
    if (isPair) units[at++] = 0xd800 + ((point - 0x10000) >> 10)
    units[at++] = isPair ? 0xdc00 + ((point - 0x10000) & 0x3ff) : point
  }
  // Keep the byte order mark, because it is one of the code points.
  return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units)
}
