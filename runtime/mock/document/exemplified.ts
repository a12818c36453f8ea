import { type OperationDescriptor, resourcePath } from '@concordat/runtime/http'
import { changesBetween } from '@concordat/runtime/json-changes'
import { type DocumentedAnswer, documentedAnswer, mockAnswerMedia } from './answers.ts'
import {
  documentedExamples,
  type RequestExamples,
  type ResponseExamples,
  type ShownPart,
} from './examples.ts'

/** The parts of a request that are compared with examples. */
export interface AskedAnswer {
  readonly operation: OperationDescriptor
  /** Strings of the path parameters, by name. */
  readonly path: ReadonlyMap<string, string>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: Headers
  readonly body: unknown
}

interface Shown {
  readonly operations: readonly OperationDescriptor[]
  readonly examples: ResponseExamples
  readonly requestExamples: RequestExamples
}

/** An example of a documented response. */
interface Exemplified {
  readonly answer: DocumentedAnswer
  readonly example: string
}

const LEAST_REFUSAL = 400

/**
 * Returns the example of a response if the example request with the same name matches this request, which
 * must have all of the example's parameters and its body. A success is used only if the mock has no state
 * that the request could read or change.
 */
export function exampleAnswerFor(asked: AskedAnswer, document: Shown): Exemplified | undefined {
  const { operation } = asked
  const { operationId } = operation
  const { requestExamples, examples } = document
  const shown = Object.hasOwn(requestExamples, operationId) ? requestExamples[operationId] : undefined
  if (shown === undefined) return undefined
  const fitting = Object.entries(shown)
    .filter(([, parts]) => fits(parts, asked))
    .toSorted(([, one], [, other]) => other.length - one.length)
  const keys = Object.keys(examples[operationId] ?? {})
  const found = fitting.flatMap(([example]) =>
    keys.map((key) => ({ answer: answerAt(operation, key), example })),
  )
  return found.find((each) => isShown(each, asked, document))
}

/** Returns the documented response for a key: the first status of a range, or a failure for `default`. */
function answerAt(operation: OperationDescriptor, key: string): DocumentedAnswer {
  const status = key === 'default' ? 500 : Number(key.replace(/XX$/, '00'))
  return documentedAnswer(operation, status)
}

/** True if the media type for this caller has the example and the mock's own state does not contradict it. */
function isShown(
  { answer, example }: Exemplified,
  { operation, headers }: AskedAnswer,
  { examples, operations }: Shown,
): boolean {
  const chosen = mockAnswerMedia(answer.response, headers.get('accept'))
  const own = chosen && documentedExamples(examples, operation, { key: answer.key, media: chosen.key })
  const isThere = own !== undefined && Object.hasOwn(own, example)
  return isThere && (answer.status >= LEAST_REFUSAL || isStateless(operation, operations))
}

/** True for an operation that belongs to no resource, and whose path is not both written and read. */
function isStateless(operation: OperationDescriptor, all: readonly OperationDescriptor[]): boolean {
  if (operation.resource !== undefined) return false
  const path = resourcePath(operation.path)
  const methods = all.filter((other) => resourcePath(other.path) === path).map(({ method }) => method)
  const isRead = (method: string) => method === 'GET' || method === 'HEAD'
  return methods.every(isRead) || !methods.includes('GET')
}

/**
 * True if the request's parameters equal all of the example's, and its body equals one of the example's
 * bodies, if there are any. Cookies are not compared.
 */
function fits(parts: readonly ShownPart[], asked: AskedAnswer): boolean {
  const bodies = parts.filter((part) => part.in === 'body')
  const parameters = parts.filter((part) => part.in !== 'body' && part.in !== 'cookie')
  const isBodyShown = bodies.length === 0 || bodies.some(({ value }) => isSame(value, asked.body))
  return isBodyShown && parameters.every((part) => isSame(textOf(part.value), textOf(askedFor(part, asked))))
}

/** Returns the request's parameter in the path, query or headers. */
function askedFor({ in: location, name = '' }: ShownPart, { path, query, headers }: AskedAnswer): unknown {
  if (location === 'path') return path.get(name)
  if (location === 'query') return Object.hasOwn(query, name) ? query[name] : undefined
  return location === 'header' ? (headers.get(name) ?? undefined) : undefined
}

/** Converts a number or boolean to text, because the values of parameters are compared as text. */
function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

function isSame(one: unknown, other: unknown): boolean {
  return changesBetween(one, other).length === 0
}
