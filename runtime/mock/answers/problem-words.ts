import { isJson, isRange, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { problems } from '@concordat/runtime/lexicon'
import type { Schema } from '@concordat/runtime/schema'
import type { HttpProblem, ProblemAnswer } from '@concordat/runtime/server'
import { answerOf, mediaFor } from '../document/answers.ts'
import type { Maker } from '../values/maker.ts'
import { soundSchema } from '../values/sound-schema.ts'
import { answerHeaders } from './answer-headers.ts'

/** How deep the words stand: "{ errors: { body: { message } } }". */
const DEEPEST = 3

export interface Refusal {
  readonly problem: HttpProblem
  readonly status: number
  readonly operation: OperationDescriptor
  readonly maker: Maker
  readonly accept: string | null
}

/** Where the mock says what is wrong, whatever the document has for the body. */
const TOLD_IN = 'mock-problem'

/**
 * A refusal in the shape that the operation documents: without a body where it documents the status without one. What is wrong stands in
 * the header `mock-problem` too.
 */
export function problemWords({ problem, status, operation, maker, accept }: Refusal): ProblemAnswer {
  const { response, key } = answerOf(operation, status)
  const own = answerHeaders({ status, response, maker, location: '/' })
  const told = { ...own, ...toldInHeader(problem.detail) }
  const chosen = mediaFor(response, accept)
  if (chosen === undefined)
    return { status, headers: told, body: key === undefined ? { status, detail: problem.detail } : undefined }
  const { mediaType, media } = chosen
  const headers = { ...told, 'content-type': mediaType }
  if (!isJson(mediaType) && !isRange(mediaType)) return { status, body: problem.detail, headers }
  const schema = soundSchema(maker.schema(media.schema), maker)
  const made = isObject(schema.written) ? maker.sameIfPossible(schema, 'problem') : {}
  // Where no value can be right, words are better than nothing.
  if (made === undefined) return { status, body: { status, detail: problem.detail }, headers }
  const words = tell(made, schema, { problem, status, maker, depth: 0 })
  return { status, body: maker.fits(words, schema) ? words : made, headers }
}

/** A header that says what is wrong. */
export function toldInHeader(words: string): Record<string, string> {
  return { [TOLD_IN]: words.replace(/[^\t\x20-\x7e]/g, '?') }
}

interface Telling extends Pick<Refusal, 'problem' | 'status' | 'maker'> {
  readonly depth: number
}

function tell(value: unknown, schema: Schema | undefined, telling: Telling): unknown {
  const { problem, status, maker, depth } = telling
  if (!isObject(value) || depth > DEEPEST) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => {
      const member = schema?.properties.get(name)
      const words: unknown[] = problems.words.has(name)
        ? [problem.detail]
        : problems.status.has(name)
          ? [status, String(status)]
          : []
      const found = words.find((word) => typeof word === typeof own && maker.fits(word, member))
      return [name, found ?? tell(own, member, { ...telling, depth: depth + 1 })]
    }),
  )
}
