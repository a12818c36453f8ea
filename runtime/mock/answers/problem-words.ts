import { isVerdictName, problems } from '@concordat/contract/lexicon'
import { isJson, isMediaRange, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { schemaWalk } from '@concordat/runtime/schema-view'
import type { HttpProblem, ProblemAnswer } from '@concordat/runtime/server'
import { documentedAnswer, mockAnswerMedia } from '../document/answers.ts'
import { encodeValue } from '../values/encode-value.ts'
import type { Maker } from '../values/maker.ts'
import { soundSchema } from '../values/sound-schema.ts'
import { answerHeaders } from './answer-headers.ts'

/** Maximum depth of an object whose properties can describe the problem. */
const DEEPEST = 3

export interface MockRefusal {
  readonly problem: HttpProblem
  readonly status: number
  readonly operation: OperationDescriptor
  readonly maker: Maker
  readonly accept: string | null
}

/** The header that describes the problem, whatever the documented body is. */
const TOLD_IN = 'mock-problem'

/**
 * Writes an error response in the format that the operation documents, without a body if the status is
 * documented without one. The `mock-problem` header also describes the problem.
 */
export function problemWords({ problem, status, operation, maker, accept }: MockRefusal): ProblemAnswer {
  const { response, key } = documentedAnswer(operation, status)
  const own = answerHeaders({ status, response, maker, location: '/' })
  const told = { ...own, ...problemHeader(problem.detail) }
  const chosen = mockAnswerMedia(response, accept)
  if (chosen === undefined)
    return { status, headers: told, body: key === undefined ? { status, detail: problem.detail } : undefined }
  const { mediaType, media } = chosen
  const headers = { ...told, 'content-type': mediaType }
  if (!isJson(mediaType) && !isMediaRange(mediaType))
    return { status, body: encodeValue(problem.detail, { mediaType, media, maker }), headers }
  const schema = soundSchema(maker.schema(media.schema), maker)
  const made = isObject(schema.written) ? maker.sameIfPossible(schema, 'problem') : {}
  // If no valid value is possible, a description is better than no body.
  if (made === undefined) return { status, body: { status, detail: problem.detail }, headers }
  const words = tell(made, schema, { problem, status })
  return { status, body: maker.fits(words, schema) ? words : made, headers }
}

/**
 * Maximum length of the header: clients accept no more than a few kB, and the description may repeat parts of
 * the request.
 */
const MOST_TOLD = 1000

/** Returns the header that describes the problem. */
export function problemHeader(words: string): Record<string, string> {
  const told = words.length > MOST_TOLD ? `${words.slice(0, MOST_TOLD)}...` : words
  return { [TOLD_IN]: told.replace(/[^\t\x20-\x7e]/g, '?') }
}

type Telling = Pick<MockRefusal, 'problem' | 'status'>

function tell(made: unknown, schema: Schema, { problem, status }: Telling): unknown {
  const wordsFor = (name: string): readonly unknown[] => {
    if (problems.words.has(name)) return [problem.detail]
    if (isVerdictName(name)) return [false]
    return problems.status.has(name) ? [status, String(status)] : []
  }
  return schemaWalk.map(made, schema, ({ value, beside, path }, inside) => {
    const words = wordsFor(path.at(-1) ?? '')
    const found = words.find((word) => typeof word === typeof value && beside.allows(word))
    return found ?? (isObject(value) && path.length <= DEEPEST ? inside() : value)
  })
}
