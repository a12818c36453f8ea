import { isObject } from '@concordat/runtime/json'
import { counted } from '../../../lexicon/lexicon.ts'
import { isSameAsKept } from '../../../world/values/same.ts'

/** Maximum number of lines that the run reads from a stream. If there are as many, more can follow. */
const MOST_READ = 10

/** Items of JSON Lines; `undefined` if a line is not JSON. */
function linesOf(text: string): readonly unknown[] | undefined {
  try {
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line): unknown => JSON.parse(line))
  } catch {
    return undefined
  }
}

/** A part of a list's items that is missing in JSON Lines: a line, or a property's value. */
export function lostInLines(
  text: string,
  {
    items,
    isWhole,
    first,
  }: { readonly items: readonly unknown[]; readonly isWhole: boolean; readonly first: number },
): { readonly what: string; readonly sent: string; readonly received: string } | undefined {
  const lines = linesOf(text)
  if (lines === undefined || !isWhole) return undefined
  if (lines.length < MOST_READ && ![items.length, first].includes(lines.length))
    return {
      what: 'the text',
      sent: `${counted(items.length, 'line')}, one for each item`,
      received: counted(lines.length, 'line'),
    }
  const lost = items
    .slice(0, lines.length)
    .find((item) => isObject(item) && !lines.some((line) => isAlike(item, line)))
  return lost === undefined
    ? undefined
    : { what: 'an item', sent: JSON.stringify(lost), received: 'no such line' }
}

/** True if two objects have the same values, as far as they share properties. */
function isAlike(item: object, line: unknown): boolean {
  if (!isObject(line)) return false
  const shared = Object.entries(item).filter(([name]) => Object.hasOwn(line, name))
  return shared.length > 0 && shared.every(([name, value]) => isSameAsKept(value, line[name]))
}
