import { ItemError, itemDecoder, type MediaTypeDescriptor } from '@concordat/runtime/http'
import { isObject, valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { Issue, JsonSchema } from '@concordat/runtime/schema'
import { issueClause } from '../../data/document/clause.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import { exchangeExcerpt } from '../../data/exchange/excerpt.ts'
import type { Fact } from '../../data/outcome/kinds/fact.ts'

/** A fault in an item of a stream. */
export interface ItemFault {
  readonly clause: string
  readonly fact: Fact
  readonly wrong?: string
  /**
   * The item's index, and the path of the fault within it. With these, the item can be checked against
   * another schema.
   */
  readonly at?: { readonly index: number; readonly path: string }
}

type Validate = (schema: JsonSchema) => (value: unknown) => readonly Issue[]

/**
 * Describes the problem briefly enough for a title. A list or object is not shown, because it would be too
 * long.
 */
export function streamedItemBreach(expected: string, value: unknown): string {
  const isLong = isObject(value) || Array.isArray(value)
  const is = isLong ? '' : `, and is ${exchangeExcerpt(JSON.stringify(value) ?? 'nothing')}`
  return `breaks its schema: ${expected}${is}`
}

/**
 * Returns the items of a response, as far as it was read. @throws ItemError for an item that cannot be read.
 */
export function streamedItems(
  answer: Answer,
  { stream = { format: 'lines' } }: MediaTypeDescriptor,
): unknown[] {
  const decoder = itemDecoder(stream, answer.headers.get('content-type') ?? '')
  const items = [...decoder.push(new TextEncoder().encode(answer.text))]
  // If the response was cut off, its last item may be incomplete and is left out.
  return answer.isCut ? items : [...items, ...decoder.end()]
}

/**
 * Checks each item of a stream against its schema. Reports one fault per clause, however many items have it.
 * @param place the location of the media type. It is reported for faults in an inline schema, because the
 * document can contain that schema in another form.
 */
export function streamedItemFaults(
  answer: Answer,
  media: MediaTypeDescriptor,
  { place, validator }: { readonly place: string; readonly validator: Validate },
): ItemFault[] {
  let items: unknown[]
  try {
    items = streamedItems(answer, media)
  } catch (error) {
    if (!(error instanceof ItemError)) throw error
    const received = exchangeExcerpt(error.text || answer.text)
    const fact: Fact = {
      ...{ kind: 'items unreadable', mediaType: answer.mediaType, what: error.message, received },
    }
    return [{ clause: place, fact }]
  }
  const { schema } = media
  if (schema === undefined) return []
  const issues = items.flatMap((item, index) => validator(schema)(item).map((issue) => ({ index, issue })))
  const byClause = Map.groupBy(issues, ({ issue }) =>
    issue.schemaPath.startsWith('#/$defs/') ? issueClause(issue, place) : `${place} ${issue.schemaPath}`,
  )
  return [...byClause].flatMap(([key, [first, ...others]]): ItemFault[] => {
    if (first === undefined) return []
    const { index, issue } = first
    const path = issue.instancePath
    const more = others.length === 0 ? '' : `, and ${others.length} more like it`
    const value = valueAt(items[index], stepsOf(path))
    const received = exchangeExcerpt(JSON.stringify(value) ?? 'nothing')
    const at = `item ${index}${path}`
    return [
      {
        clause: key.split(' ')[0] ?? place,
        fact: { kind: 'schema broken', at, must: issue.message, received: received + more },
        wrong: streamedItemBreach(`${at} ${issue.message}`, value),
        at: { index, path },
      },
    ]
  })
}
