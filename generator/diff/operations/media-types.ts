import {
  isJson,
  isMediaRange,
  type MediaTypeDescriptor,
  matchesMediaType,
  mediaTypeEssence,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Direction } from '../kinds/schema-kinds.ts'
import type { Pair } from '../schemas/difference.ts'
import type { OperationContext, TellChange } from './context.ts'

/** The content of a body, with its location. */
export interface PlacedContent {
  readonly content: Readonly<Record<string, MediaTypeDescriptor>>
  readonly pointer: string
}

/** One media type of a body, as written in the document. */
interface Written {
  readonly name: string
  readonly media: MediaTypeDescriptor
}

interface MatchedContent {
  readonly pairs: readonly Pair<Written>[]
  readonly gone: readonly Written[]
  readonly added: readonly Written[]
  /**
   * Ranges that were replaced with some of the media types that they include and, in `widened`, media types
   * that were replaced with a range.
   */
  readonly narrowed: readonly { readonly range: Written; readonly members: readonly Written[] }[]
  readonly widened: readonly { readonly range: Written; readonly members: readonly Written[] }[]
}

/** Compares the media types of a body that exists in both documents. */
export function compareContent(
  content: Pair<PlacedContent>,
  { direction, label }: { readonly direction: Direction; readonly label: string },
  { schemas, scope }: OperationContext,
): void {
  const { old, new: now } = content
  const tell: TellChange = (kind, told) =>
    scope.add({ kind, label, old: old.pointer, new: now.pointer, ...told })
  const { pairs, gone, added, narrowed, widened } = matchContent({
    old: listed(old.content),
    new: listed(now.content),
  })
  for (const { name } of gone) tell(`${direction}-media-type-removed`, { was: name })
  for (const { name } of added) tell(`${direction}-media-type-added`, { is: name })
  for (const { range, members } of narrowed)
    tell(`${direction}-media-type-narrowed`, { was: range.name, is: namesOf(members) })
  for (const { range, members } of widened)
    tell(`${direction}-media-type-widened`, { was: namesOf(members), is: range.name })
  for (const { old: was, new: is } of pairs) {
    if (normal(was.name) !== normal(is.name) && !isMediaRange(was.name) && !isMediaRange(is.name))
      tell(`${direction}-media-type-parameters-changed`, { was: was.name, is: is.name })
    if (JSON.stringify(was.media.encoding) !== JSON.stringify(is.media.encoding))
      tell('request-encoding-changed')
    schemas.compare(
      { old: placedSchema(was, old, label), new: placedSchema(is, now, label) },
      direction,
      scope,
    )
  }
}

function placedSchema({ name, media }: Written, { pointer }: PlacedContent, label: string) {
  const keyword = media.stream === undefined ? 'schema' : 'itemSchema'
  return { schema: media.schema ?? true, pointer: pointerBelow(pointer, 'content', name, keyword), label }
}

/** Pairs media types first by name, then by meaning; then pairs ranges with the types that they include. */
function matchContent({ old, new: now }: Pair<readonly Written[]>): MatchedContent {
  let [gone, added] = [old, now]
  const pairs: Pair<Written>[] = []
  for (const key of [normal, meaning])
    for (const was of gone) {
      const is = added.find(({ name }) => key(name) === key(was.name))
      if (is === undefined) continue
      pairs.push({ old: was, new: is })
      gone = gone.filter((one) => one !== was)
      added = added.filter((one) => one !== is)
    }
  const narrowed = within(gone, added)
  const widened = within(added, gone)
  const isTold = (one: Written) =>
    [...narrowed, ...widened].some(({ range, members }) => range === one || members.includes(one))
  return {
    pairs: [
      ...pairs,
      ...narrowed.flatMap(({ range, members }) => members.map((one) => ({ old: range, new: one }))),
      ...widened.flatMap(({ range, members }) => members.map((one) => ({ old: one, new: range }))),
    ],
    gone: gone.filter((one) => !isTold(one)),
    added: added.filter((one) => !isTold(one)),
    narrowed,
    widened,
  }
}

function within(ranges: readonly Written[], others: readonly Written[]): MatchedContent['narrowed'] {
  return ranges
    .filter(({ name }) => isMediaRange(name))
    .map((range) => ({ range, members: others.filter(({ name }) => matchesMediaType(range.name, name)) }))
    .filter(({ members }) => members.length > 0)
}

function listed(content: PlacedContent['content']): readonly Written[] {
  return Object.entries(content).map(([name, media]) => ({ name, media }))
}

function namesOf(members: readonly Written[]): string {
  return members.map(({ name }) => name).join(' or ')
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/\s/g, '')
}

/**
 * Returns the media type without parameters that make no difference. These are a boundary, a UTF-8 charset,
 * and any charset for JSON, which does not define this parameter.
 * @see RFC 8259, 11
 */
function meaning(name: string): string {
  const [, ...parameters] = normal(name).split(';')
  const isNew = (parameter: string) =>
    !/^boundary=/.test(parameter) &&
    !/^charset="?utf-?8"?$/.test(parameter) &&
    !(isJson(name) && parameter.startsWith('charset='))
  return [mediaTypeEssence(name), ...parameters.filter(isNew).sort()].join(';')
}
