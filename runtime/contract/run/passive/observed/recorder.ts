import {
  type DocumentDescriptor,
  isJson,
  isSuccessKey,
  isWithoutContent,
  matchContent,
  mediaTypeEssence,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { responseClause } from '../../../data/document/clause.ts'
import { type DocumentedResponse, documentedResponseFor } from '../../../data/document/response-key.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import { answerJsonOfText } from '../../../data/exchange/json-text.ts'
import { answerRecorded, type Recorded } from '../../../data/exchange/recorded.ts'
import { inspectHeaderValue } from '../../../rules/shown/header-value.ts'
import { isProtocolTraffic } from '../by-protocol.ts'
import { trafficOperationFinder } from '../match-operation.ts'
import { CredentialWatch } from './credential-watch.ts'
import { Notebook, type ObservedEarlier, type ObservedOccasion, observedAnswerKey } from './notebook.ts'
import type { TrafficObservation } from './observation.ts'
import { isProvokedRefusal } from './provoked.ts'
import { RequestWatch } from './request-watch.ts'
import { SharedSchemas } from './shared-schemas.ts'
import { Sighting } from './sighting.ts'
import { type MembersSeen, ValueWatch } from './value-watch.ts'

export interface ObservationRecorderOptions {
  readonly document: DocumentDescriptor
  /** Prefixes of the document's paths: "https://api.example/v1", or paths, which match any origin. */
  readonly bases: readonly string[]
  /** True for traffic from ordinary clients. A run of rules also sends wrong requests on purpose. */
  readonly trustsRequests: boolean
}

/**
 * Observes traffic, and records facts that the document lacks. The memory that it uses is limited by the size
 * of the document.
 */
export class ObservationRecorder {
  readonly #trustsRequests: boolean
  readonly #find: ReturnType<typeof trafficOperationFinder>
  readonly #observations: Map<string, TrafficObservation>
  readonly #notebook: Notebook
  readonly #values: ValueWatch
  readonly #requests: RequestWatch
  readonly #credentials: CredentialWatch
  readonly #shared: SharedSchemas
  /** Names of all headers in the document. Other headers belong to HTTP or to a proxy. */
  readonly #headers: ReadonlySet<string>
  readonly #answers = new Map<string, number>()

  /** @param earlier Observations from rounds with other versions of the document. */
  constructor(
    { document, bases, trustsRequests }: ObservationRecorderOptions,
    earlier: ObservedEarlier = { observations: new Map(), settled: new Set() },
  ) {
    this.#trustsRequests = trustsRequests
    this.#find = trafficOperationFinder(document, bases)
    this.#observations = earlier.observations
    this.#notebook = new Notebook(document, earlier)
    this.#values = new ValueWatch(document, { notebook: this.#notebook, trustsRequests })
    this.#requests = new RequestWatch(this.#notebook, this.#values)
    this.#credentials = new CredentialWatch(document, this.#notebook)
    this.#shared = new SharedSchemas(document)
    this.#headers = headersOf(document)
  }

  /** By subject. */
  get observations(): ReadonlyMap<string, TrafficObservation> {
    for (const key of this.#credentials.doubtful(this.#observations)) this.#observations.delete(key)
    return this.#observations
  }

  /** Number of responses for each operation and status, keyed by `observedAnswerKey`. */
  get answers(): ReadonlyMap<string, number> {
    return this.#answers
  }

  /**
   * Counts of objects in responses and of the properties that the schema names, keyed by the schema's clause.
   */
  get members(): ReadonlyMap<string, MembersSeen> {
    return this.#values.seen
  }

  note(recorded: Recorded): void {
    const operation = this.#find(recorded.request)?.operation
    if (operation === undefined) return
    const { status } = recorded
    const occasion: ObservedOccasion = { operation, status, noted: new Set() }
    const key = observedAnswerKey(operation, status)
    this.#answers.set(key, (this.#answers.get(key) ?? 0) + 1)
    const answer = answerRecorded(recorded)
    const sent = bodySent(recorded)
    if (status >= 200 && status < 300 && this.#trustsRequests)
      this.#requests.note(occasion, { recorded, sent, answer })
    this.#credentials.note(occasion, recorded)
    const documented = documentedResponseFor(operation, status)
    if (documented !== undefined && this.#isMeant(occasion, { answer, sent, ...documented }))
      this.#noteAnswer(occasion, { answer, sent, ...documented })
    else if (Object.keys(operation.responses).length > 0) this.#noteStatus(occasion, answer)
  }

  /**
   * False for an error response if "default" documents the success, or for a success if "default" documents
   * the errors, because the document then lacks the status. True nevertheless if the body matches "default".
   */
  #isMeant({ operation, status }: ObservedOccasion, { key, response, answer }: Answered): boolean {
    if (key !== 'default' || isSuccessKey(key, Object.keys(operation.responses)) === status < 400) return true
    if (isWithoutContent(status) || !hasContent(answer)) return true
    const content = response.content ?? {}
    const mediaType = matchContent(Object.keys(content), answer.mediaType)
    const schema = content[mediaType ?? '']?.schema
    if (mediaType === undefined) return Object.keys(content).length === 0
    return (
      schema === undefined ||
      answer.value === undefined ||
      this.#values.issues(schema, answer.value).length === 0
    )
  }

  #noteStatus(occasion: ObservedOccasion, answer: Answer): void {
    const { operation, status } = occasion
    const clause = pointerBelow(operation.pointer, 'responses')
    if (status >= 500) this.#notebook.note(occasion, { kind: 'crash', clause, status })
    if (status >= 500 || isProtocolTraffic(status)) return
    // A response to HEAD is ignored, because it says nothing about the response to GET.
    if (answer.exchange.request.method !== operation.method) return
    if (!this.#trustsRequests && isProvokedRefusal(status)) return
    const observation = this.#notebook.note(occasion, { kind: 'status', clause, status })
    if (hasContent(answer)) this.#noteContent(observation, answer)
  }

  #noteAnswer(occasion: ObservedOccasion, at: Answered): void {
    const { operation, status } = occasion
    const { answer, key } = at
    const clause = responseClause(operation, key)
    this.#noteHeaders(occasion, at)
    if (isWithoutContent(status)) {
      if (answer.text !== '') this.#notebook.note(occasion, { kind: 'unreadable', clause })
      return
    }
    if (!hasContent(answer) || at.response.payloadNotShown === true) return
    const content = at.response.content ?? {}
    const mediaType = matchContent(Object.keys(content), answer.mediaType)
    if (mediaType === undefined) {
      const subject = {
        kind: 'media type',
        clause,
        mediaType: answer.mediaType,
        direction: 'answer',
      } as const
      if (answer.mediaType === '') this.#notebook.note(occasion, { kind: 'unreadable', clause })
      else this.#noteContent(this.#notebook.note(occasion, subject), answer)
      return
    }
    this.#noteBody(occasion, { ...at, clause: pointerBelow(clause, 'content', mediaType), mediaType })
  }

  #noteBody(
    occasion: ObservedOccasion,
    {
      answer,
      sent,
      response,
      mediaType,
      clause,
    }: Answered & { readonly mediaType: string; readonly clause: string },
  ): void {
    const media = response.content?.[mediaType]
    if (media?.octets === true || media?.stream !== undefined || !isJson(mediaTypeEssence(answer.mediaType)))
      return
    if (answer.value === undefined) this.#notebook.note(occasion, { kind: 'unreadable', clause })
    else if (media?.schema !== undefined)
      this.#values.note(occasion, {
        ...{ value: answer.value, schema: media.schema, clause: pointerBelow(clause, 'schema') },
        ...{ direction: 'answer', other: sent },
      })
  }

  #noteHeaders(occasion: ObservedOccasion, { answer, response, key }: Answered): void {
    const clause = responseClause(occasion.operation, key)
    const named = Object.entries(response.headers ?? {})
    for (const [name, { required, schema }] of named) {
      const own = pointerBelow(clause, 'headers', name)
      const value = answer.headers.get(name)
      if (value === null) {
        if (required === true) this.#notebook.note(occasion, { kind: 'header missing', clause: own })
      } else if (schema !== undefined) {
        const [issue] = inspectHeaderValue(value, (each) => this.#values.issues(schema, each))
        if (issue !== undefined)
          this.#notebook.noteValue(
            occasion,
            {
              kind: 'misfit',
              clause: pointerBelow(own, 'schema'),
              keyword: issue.keyword,
              direction: 'answer',
            },
            value,
          )
      }
    }
    const known = new Set(named.map(([name]) => name.toLowerCase()))
    for (const [name, value] of answer.headers)
      if (!known.has(name) && this.#headers.has(name))
        this.#notebook.noteValue(occasion, { kind: 'header', clause, name }, value)
  }

  /** Notes a body that has no schema. */
  #noteContent(observation: TrafficObservation, { mediaType, value, status }: Answer): void {
    const { content, fitting } = observation
    const seen = content.get(mediaType) ?? (value === undefined ? undefined : new Sighting())
    content.set(mediaType, seen)
    if (value === undefined || seen === undefined) return
    seen.note(value)
    fitting.set(
      mediaType,
      this.#shared.fitting(value, { isFailure: status >= 400, among: fitting.get(mediaType) }),
    )
  }
}

interface Answered extends DocumentedResponse {
  readonly answer: Answer
  /** The JSON in the request body; `undefined` for any other body. */
  readonly sent: unknown
}

function headersOf({ operations }: DocumentDescriptor): ReadonlySet<string> {
  const responses = operations.flatMap((operation) => Object.values(operation.responses))
  return new Set(
    responses.flatMap(({ headers = {} }) => Object.keys(headers).map((name) => name.toLowerCase())),
  )
}

/** True for a response with a recorded, nonempty body. */
function hasContent({ text, isUnread, exchange }: Answer): boolean {
  return text !== '' && isUnread !== true && exchange.request.method !== 'HEAD'
}

function bodySent({ request: { body, headers } }: Recorded): unknown {
  return isJson(headers['content-type'] ?? '') ? answerJsonOfText(body ?? '') : undefined
}
