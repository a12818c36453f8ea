import type { MediaTypeDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { Found } from '../found/change.ts'
import type { Direction } from '../kinds/schema-kinds.ts'
import type { Pair } from '../schemas/difference.ts'
import type { OperationContext, Tell } from './context.ts'

/** What a body can be, and where that stands. */
export interface PlacedContent {
  readonly content: Readonly<Record<string, MediaTypeDescriptor>>
  readonly pointer: string
}

interface Names {
  readonly added: Found['kind']
  readonly removed: Found['kind']
  readonly direction: Direction
  /** What the body is called in messages. */
  readonly label: string
}

/** Compares the media types of a body that is in both documents. */
export function compareContent(
  { old, new: now }: Pair<PlacedContent>,
  { added, removed, direction, label }: Names,
  { schemas, scope }: OperationContext,
): void {
  const tell: Tell = (kind, told) => scope.add({ kind, label, old: old.pointer, new: now.pointer, ...told })
  const [before, after] = [byName(old.content), byName(now.content)]
  for (const [name, [written]] of before) if (!after.has(name)) tell(removed, { was: written })
  for (const [name, [written]] of after) if (!before.has(name)) tell(added, { is: written })
  for (const [name, [written, media]] of after) {
    const [wasWritten, was] = before.get(name) ?? []
    if (wasWritten === undefined || was === undefined) continue
    if (JSON.stringify(was.encoding) !== JSON.stringify(media.encoding)) tell('request-encoding-changed')
    const schemaName = media.stream === undefined ? 'schema' : 'itemSchema'
    schemas.compare(
      {
        old: {
          schema: was.schema ?? true,
          pointer: below(old.pointer, 'content', wasWritten, schemaName),
          label,
        },
        new: {
          schema: media.schema ?? true,
          pointer: below(now.pointer, 'content', written, schemaName),
          label,
        },
      },
      direction,
      scope,
    )
  }
}

/** By the media type in lower case and without blanks. */
function byName(content: PlacedContent['content']): ReadonlyMap<string, [string, MediaTypeDescriptor]> {
  return new Map(
    Object.entries(content).map(([name, media]) => [name.toLowerCase().replaceAll(/\s/g, ''), [name, media]]),
  )
}
