import { blankPath } from '@concordat/contract/document'
import { Unmakeable } from '@concordat/contract/values'
import type { ListDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import type { Schema } from '@concordat/runtime/schema'
import { type HandlerAnswer, HttpProblem, type OperationDescriptor } from '@concordat/runtime/server'
import { type DocumentedAnswer, documentedAnswer, documentedSuccess } from '../document/answers.ts'
import { exampleAnswerFor } from '../document/exemplified.ts'
import { mockListedSchema } from '../document/item-schema.ts'
import { mockSuccessSchema } from '../document/known-resource.ts'
import type { Collection } from '../state/collection.ts'
import { answerOnce } from './idempotency.ts'
import { unlessUnmodified } from './outcomes/conditions.ts'
import type { Granted, MockOutcome } from './outcomes/granted.ts'
import { answerList } from './outcomes/list-outcome.ts'
import { resourceOutcome } from './outcomes/resource-outcome.ts'
import { singleOutcome } from './outcomes/single-outcome.ts'
import { withCounts } from './outcomes/with-counts.ts'
import { type Preference, preferenceOf } from './preference.ts'
import { problemHeader } from './problem-words.ts'
import { assertThere } from './requested-names.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * Responds to a valid request as the caller prefers or, without a usable preference, from the mock's state.
 * @throws HttpProblem for an item that does not exist, or if the document requires an impossible value.
 */
export function answerRequest(granted: Granted): HandlerAnswer {
  const { operation, request } = granted
  const { code, example } = preferenceOf(request)
  try {
    const preferred = preferredAnswer(operation, { code, example })
    if (preferred !== undefined) return writeAnswer({ granted, answer: preferred, outcome: {}, example })
    const shown = example === undefined ? shownFor(granted) : undefined
    if (shown !== undefined) return writeAnswer({ granted, outcome: {}, ...shown })
    assertThere(granted)
    const answer = answerOnce(granted, () => {
      const outcome = outcomeOf(granted)
      storeFile(granted, outcome)
      const answer = writeAnswer({
        granted,
        answer: documentedSuccess(operation, outcome.statuses),
        outcome,
        example,
      })
      for (const event of outcome.events ?? []) granted.tell(event)
      return answer
    })
    if (code === undefined) return unlessUnmodified(granted, answer)
    const words = `The document has no ${code} response for "${operation.operationId}". Documented: ${Object.keys(operation.responses).join(', ') || 'none'}.`
    return { ...answer, headers: { ...answer.headers, ...problemHeader(words) } }
  } catch (error) {
    if (!(error instanceof Unmakeable)) throw error
    throw new HttpProblem({
      kind: 'not-implemented',
      detail: `The mock cannot generate a response: ${error.message}.`,
    })
  }
}

/**
 * Returns the response that a caller prefers to one from the mock's state: a documented status or, for
 * operations that only read, an example. `undefined` if there is no such response, because preferences that
 * cannot be met are ignored.
 * @see RFC 7240, 2
 */
function preferredAnswer(
  operation: OperationDescriptor,
  { code, example }: Preference,
): DocumentedAnswer | undefined {
  if (code !== undefined) {
    const answer = documentedAnswer(operation, code)
    return answer.key === undefined ? undefined : answer
  }
  const isRead = operation.method === 'GET' || operation.method === 'HEAD'
  return example !== undefined && isRead ? documentedSuccess(operation, [200]) : undefined
}

/** Returns the document's example of a response to this request. */
function shownFor(granted: Granted): ReturnType<typeof exampleAnswerFor> {
  const { operation, pathValues, query, request, body, examples, requestExamples, world } = granted
  const path = new Map(pathValues.templates.map(({ name, text }) => [name, text]))
  const { operations } = world.document
  return exampleAnswerFor(
    { operation, path, query, headers: request.headers, body },
    { operations, examples, requestExamples },
  )
}

/** Stores the file in a request at the path of the item that the request created, or at the request's own. */
function storeFile({ file, operation, pathValues, world, takeRoom }: Granted, outcome: MockOutcome): void {
  const path = outcome.location ?? pathValues.fill(operation.path)
  if (file === undefined || path === undefined) return
  takeRoom(file.bytes)
  world.files.set(path, file)
}

function outcomeOf(granted: Granted): MockOutcome {
  const { world, pathValues } = granted
  const resource = resourceOf(granted)
  const collection = resource && world.collection(resource, pathValues)
  const own = collection && resourceOutcome(granted, collection)
  return withCounts(granted, own ?? otherList(granted) ?? singleOutcome(granted))
}

/**
 * Returns the resource of an operation. A list beside an operation that creates another resource's items
 * shows these items.
 */
function resourceOf({ operation, world }: Granted): ResourceDescriptor | undefined {
  const own = operation.resource && world.resources.named(operation.resource.name)
  if (operation.resource?.role !== 'list' || own?.item !== undefined) return own
  const create = world.document.operations.find(
    ({ path, resource }) => resource?.role === 'create' && blankPath(path) === blankPath(operation.path),
  )
  return (create?.resource && world.resources.named(create.resource.name)) ?? own
}

/**
 * Responds with a list at a path that is not a collection's own. If the list shows a resource's items, the
 * mock returns these; otherwise the list has its own items.
 */
function otherList(granted: Granted): MockOutcome | undefined {
  const { operation, world, pathValues } = granted
  const whole = mockSuccessSchema(world.document, operation) ?? world.maker.schema(true)
  const list =
    operation.list ?? (operation.method === 'GET' && whole.values.areLists ? { items: [] } : undefined)
  if (list === undefined) return undefined
  const schema = mockListedSchema(whole, list)
  const same = world.resources.like(schema)
  const collection = same && world.collection(same, pathValues)
  if (collection !== undefined) return answerList(granted, list, collection)
  const path = pathValues.fill(operation.path) ?? operation.path
  const own = world.listAt(path, { schema, list: operation })
  return isListOf(own, { list, whole }) ? answerList(granted, list, own) : undefined
}

/**
 * False for a schema that restricts more than the items of a list, such as a tuple, so that the list must be
 * generated as a whole.
 */
function isListOf(
  { items, known }: Collection,
  { list, whole }: { readonly list: ListDescriptor; readonly whole: Schema },
): boolean {
  const answered = list.keyed === true ? undefined : whole.at(list.items)
  if (answered === undefined) return true
  const shown = items.map((item) => item.show(known.schema))
  return answered.allows(shown)
}
