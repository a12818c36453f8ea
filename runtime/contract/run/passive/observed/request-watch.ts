import {
  isJson,
  matchContent,
  mayHaveBody,
  mediaTypeEssence,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { parameterClause } from '../../../data/document/clause.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { Recorded } from '../../../data/exchange/recorded.ts'
import { inspectHeaderValue, readHeaderScalar } from '../../../rules/shown/header-value.ts'
import { isSecretHeader } from '../../../traffic/target/secrets.ts'
import type { Notebook, ObservedOccasion } from './notebook.ts'
import { Sighting } from './sighting.ts'
import type { ValueWatch } from './value-watch.ts'

interface Taken {
  readonly recorded: Recorded
  /** The JSON in the request body. */
  readonly sent: unknown
  readonly answer: Answer
}

/** Checks successful requests against the document for missing required parts and for undocumented parts. */
export class RequestWatch {
  readonly #notebook: Notebook
  readonly #values: ValueWatch

  constructor(notebook: Notebook, values: ValueWatch) {
    this.#notebook = notebook
    this.#values = values
  }

  note(occasion: ObservedOccasion, taken: Taken): void {
    for (const parameter of occasion.operation.parameters ?? [])
      this.#noteParameter(occasion, parameter, taken)
    this.#noteBody(occasion, taken)
  }

  #noteParameter(
    occasion: ObservedOccasion,
    parameter: ParameterDescriptor,
    { recorded, answer }: Taken,
  ): void {
    const clause = parameterClause(occasion.operation, parameter)
    const text = textOf(parameter, recorded)
    if (text === undefined) {
      if (parameter.required === true && isPlain(parameter))
        this.#notebook.note(occasion, { kind: 'not sent', clause, what: 'parameter' })
      return
    }
    const { schema } = parameter
    if (schema === undefined || parameter.mediaType !== undefined) return
    const [issue] = inspectHeaderValue(text, (value) => this.#values.issues(schema, value))
    if (issue === undefined || issue.instancePath !== '') return
    const observation = this.#notebook.noteValue(
      occasion,
      {
        kind: 'misfit',
        clause: pointerBelow(clause, 'schema'),
        keyword: issue.keyword,
        direction: 'request',
      },
      readHeaderScalar(text),
    )
    if (JSON.stringify(answer.value ?? '').includes(JSON.stringify(text))) observation.kept++
  }

  #noteBody(occasion: ObservedOccasion, { recorded, sent, answer }: Taken): void {
    const { requestBody, pointer, method } = occasion.operation
    const { body, headers } = recorded.request
    if (requestBody === undefined || !mayHaveBody(method)) return
    const clause = pointerBelow(pointer, 'requestBody')
    if (body === undefined || body === '') {
      if (requestBody.required === true && headers['content-type'] === undefined)
        this.#notebook.note(occasion, { kind: 'not sent', clause, what: 'body' })
      return
    }
    const type = mediaTypeEssence(headers['content-type'])
    const key = matchContent(Object.keys(requestBody.content), type)
    if (type !== '' && key === undefined) {
      this.#noteMediaType(occasion, { clause, type, sent })
      return
    }
    const schema = requestBody.content[key ?? '']?.schema
    if (key === undefined || schema === undefined || sent === undefined || !isJson(type)) return
    this.#values.note(occasion, {
      ...{ value: sent, schema, clause: pointerBelow(clause, 'content', key, 'schema') },
      ...{ direction: 'request', other: answer.value },
    })
  }

  /** Notes an undocumented media type, and the content that was sent with it. */
  #noteMediaType(
    occasion: ObservedOccasion,
    { clause, type, sent }: { readonly clause: string; readonly type: string; readonly sent: unknown },
  ): void {
    const subject = { kind: 'media type', clause, mediaType: type, direction: 'request' } as const
    const { content } = this.#notebook.note(occasion, subject)
    const seen = content.get(type) ?? (sent === undefined ? undefined : new Sighting())
    content.set(type, seen)
    seen?.note(sent)
  }
}

/**
 * Returns the text of a header or query parameter; `undefined` if it was not sent, or for any other
 * parameter.
 */
function textOf({ name, in: location }: ParameterDescriptor, { request }: Recorded): string | undefined {
  if (location === 'header') return request.headers[name.toLowerCase()]
  if (location === 'query') {
    const values = new URL(request.url).searchParams.getAll(name)
    return values.length === 0 ? undefined : values.join(',')
  }
  return undefined
}

/**
 * True for a parameter whose absence is visible in a recorded request. Recordings often omit cookies and
 * headers with credentials.
 */
function isPlain({ in: location, style, name, schema, mediaType }: ParameterDescriptor): boolean {
  if (location === 'header') return !isSecretHeader(name)
  const isObject = typeof schema === 'object' && (schema.type === 'object' || schema.$ref !== undefined)
  return location === 'query' && style !== 'deepObject' && !isObject && mediaType === undefined
}
