import {
  type DocumentDescriptor,
  type OperationDescriptor,
  operationAsWritten,
  resourcePath,
  successSchema,
} from '@concordat/runtime/http'
import { schemaIn } from '../../../data/document/schema-in.ts'
import {
  calls,
  ENVELOPE_DEPTH,
  envelopes,
  isVerb,
  lowerWordsOf,
  plainName,
  singularOf,
  verbs,
  viewNouns,
} from '../../../lexicon/lexicon.ts'

/** Minimum number of operations in a document whose naming is certain. */
const LEAST_OPERATIONS = 5

/**
 * True for an operation that only shows something, in a document in which all operations are POST. The
 * document is certain about it in three cases:
 *
 * | evidence | example |
 * |---|---|
 * | the response contains what the name says, and the request does not | "/channels" |
 * | a noun for a view follows the thing, and other operations change that thing | "/map_stats" |
 * | a verb for reading follows such a thing | "/map_read_state" beside "/map_clear" |
 */
export function isView(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const { operations } = document
  const isOfCalls =
    operations.length >= LEAST_OPERATIONS &&
    operations.map(operationAsWritten).every(({ method, path }) => method === 'POST' && !path.includes('{'))
  const words = wordsOf(operation)
  const acting = words.filter((word) => isVerb(word) && !calls.reading.has(word))
  if (!isOfCalls || operation.delivery !== undefined || acting.length > 0) return false
  if (showsWhatItNames(operation, document)) return true
  const at = words.findIndex((word) => calls.reading.has(word) || viewNouns.has(word))
  const thing = words.slice(0, Math.max(at, 1))
  const isSeen = at !== -1 && (calls.reading.has(words[at] ?? '') || at === words.length - 1)
  return isSeen && operations.some((other) => actsOn(thing, other) || isThing(thing, other, document))
}

/** True if an operation's name consists of a thing and a verb that changes it: "history_remove". */
function actsOn(thing: readonly string[], other: OperationDescriptor): boolean {
  const [verb = '', ...rest] = wordsOf(other).slice(thing.length)
  const isOfIt = wordsOf(other).slice(0, thing.length).join(' ') === thing.join(' ')
  return (
    isOfIt && rest.length === 0 && [verbs.working, verbs.beside, calls.deleting].some((of) => of.has(verb))
  )
}

function isThing(
  thing: readonly string[],
  other: OperationDescriptor,
  document: DocumentDescriptor,
): boolean {
  return wordsOf(other).join(' ') === thing.join(' ') && showsWhatItNames(other, document)
}

/** True if the response has a property that is named like the whole operation, and the request has none. */
function showsWhatItNames(operation: OperationDescriptor, document: DocumentDescriptor): boolean {
  const name = nameOf(wordsOf(operation).join('_'))
  const { content = {} } = operation.requestBody ?? {}
  const sent = Object.values(content).flatMap(({ schema }) => [
    ...schemaIn(document, schema).properties.keys(),
  ])
  let level = [schemaIn(document, successSchema(operation))]
  for (let depth = 0; depth <= ENVELOPE_DEPTH; depth++) {
    const members = level.flatMap(({ properties }) => [...properties])
    const shown = members.find(([member]) => nameOf(member) === name)
    if (shown !== undefined)
      return !sent.some((member) => nameOf(member) === name) && !envelopes.any.has(shown[0])
    level = members.filter(([member]) => envelopes.any.has(member)).map(([, schema]) => schema)
  }
  return false
}

function nameOf(name: string): string {
  return singularOf(plainName(name))
}

function wordsOf(operation: OperationDescriptor): readonly string[] {
  const { path } = operationAsWritten(operation)
  return lowerWordsOf(resourcePath(path).split('/').at(-1) ?? '')
}
