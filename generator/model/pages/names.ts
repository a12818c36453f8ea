import { parts, plain } from '@concordat/runtime/lexicon'

/** What a parameter is called among those for paging: "page[cursor]" is "cursor", "page[number]" is "page". */
export function parameterName(path: readonly string[]): string {
  const steps = path.flatMap((step) => step.split(/[[\].]/)).filter((step) => step !== '')
  const holders = steps.slice(0, -1).map(plain)
  const name = plain(steps.at(-1) ?? '')
  if (!holders.every((holder) => parts.ofPages.has(holder))) return plain(steps.join())
  return holders.length > 0 && name === 'number' ? 'page' : name
}
