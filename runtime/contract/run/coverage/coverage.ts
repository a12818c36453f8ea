import {
  type DocumentDescriptor,
  isJson,
  matchesMediaType,
  type OperationDescriptor,
  type ParameterDescriptor,
} from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Issue, JsonSchema } from '@concordat/runtime/schema'
import { clausePlace, issueClause } from '../../data/document/clause.ts'
import { documentedResponseFor } from '../../data/document/response-key.ts'
import { documentValidator, schemaIn } from '../../data/document/schema-in.ts'
import { type Answer, isToldFailure } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { watchUnassertedFormats } from './broken-formats.ts'
import type { BrokenFormat, CoverageCounts, KeywordCount, OperationCounts } from './counts.ts'
import { coveredRequestJson } from './json-bodies.ts'
import { type CoveredKeyword, isLimitToCover, keywordsToCover, keywordsTouched } from './keywords.ts'
import type { OperationCoverage } from './operation-coverage.ts'
import { parameterReadings } from './parameter-values.ts'

/** The keyword counts to increase for one value. */
interface Effect {
  readonly kept: readonly KeywordCount[]
  readonly boundary: readonly KeywordCount[]
  readonly violated: readonly KeywordCount[]
}

/**
 * Counts of the values sent for a parameter. Because the same ids are sent repeatedly, each value is judged
 * only once.
 */
interface RunningParameterCounts {
  valid: number
  invalid: number
  readonly judged: Map<string, { readonly isValid: boolean; readonly effect: Effect }>
}

/** Counts for one operation. */
interface RunningCounts {
  requests: number
  readonly statuses: Map<string, number>
  readonly undocumented: Set<number>
  readonly parameters: readonly RunningParameterCounts[]
  readonly brokenFormats: Map<string, BrokenFormat>
  /** The counts, keyed by the clause of the keyword in the form that rules use. */
  readonly keywords: Map<string, CoveredKeyword & KeywordCount>
}

/**
 * Observes the exchanges of a run. Ignores requests whose method differs from the operation's, because they
 * say nothing about it.
 */
export class Coverage {
  readonly #document: DocumentDescriptor
  readonly #tallies: ReadonlyMap<string, RunningCounts>
  readonly #validator: ReturnType<typeof documentValidator>
  readonly #brokenFormats: ReturnType<typeof watchUnassertedFormats>

  constructor(document: DocumentDescriptor) {
    this.#document = document
    this.#brokenFormats = watchUnassertedFormats(document)
    // The suite's own requests are small, so every keyword that they break is counted.
    this.#validator = documentValidator(document, Number.POSITIVE_INFINITY)
    this.#tallies = new Map(
      document.operations.map((operation) => [operation.operationId, this.#countsOf(operation)]),
    )
  }

  /** Returns the counts since the last call, to be added to another worker's coverage. */
  drain(): CoverageCounts {
    const touched = [...this.#tallies].filter(([, { requests }]) => requests > 0)
    return touched.map(([operationId, running]) => {
      const { requests, statuses, undocumented, parameters, brokenFormats, keywords } = running
      const touchedKeywords = [...keywords].filter(
        ([, { kept, boundary, violated }]) => kept + boundary + violated > 0,
      )
      const counts: OperationCounts = {
        operationId,
        requests,
        statuses: [...statuses],
        undocumented: [...undocumented],
        parameters: parameters.map(({ valid, invalid }) => ({ valid, invalid })),
        brokenFormats: [...brokenFormats.values()],
        keywords: touchedKeywords.map(([clause, { kept, boundary, violated }]) => [
          clause,
          { kept, boundary, violated },
        ]),
      }
      clear(running)
      return counts
    })
  }

  /** Adds another worker's counts for the same document. */
  add(counts: CoverageCounts): void {
    for (const part of counts) {
      const { operationId, requests, statuses, undocumented, parameters, keywords } = part
      const running = this.#tallies.get(operationId)
      if (running === undefined) continue
      for (const broken of part.brokenFormats) running.brokenFormats.set(JSON.stringify(broken), broken)
      running.requests += requests
      for (const [status, seen] of statuses)
        running.statuses.set(status, (running.statuses.get(status) ?? 0) + seen)
      for (const status of undocumented) running.undocumented.add(status)
      for (const [index, { valid, invalid }] of parameters.entries()) {
        const own = running.parameters[index]
        if (own === undefined) continue
        own.valid += valid
        own.invalid += invalid
      }
      for (const [clause, { kept, boundary, violated }] of keywords) {
        const own = running.keywords.get(clause)
        if (own === undefined) continue
        own.kept += kept
        own.boundary += boundary
        own.violated += violated
      }
    }
  }

  observe(plan: RequestPlan, answer: Answer): void {
    const { operation } = plan
    const running = this.#tallies.get(operation.operationId)
    if (running === undefined || (plan.method ?? operation.method) !== operation.method) return
    running.requests++
    const documented = documentedResponseFor(operation, answer.status)
    if (documented === undefined) running.undocumented.add(answer.status)
    else if (!isToldFailure(answer))
      running.statuses.set(documented.key, (running.statuses.get(documented.key) ?? 0) + 1)
    for (const [index, parameter] of (operation.parameters ?? []).entries())
      this.#observeParameter(running, plan, { parameter, index })
    this.#observeBody(running, plan)
    for (const broken of this.#brokenFormats(plan, answer))
      running.brokenFormats.set(JSON.stringify(broken), broken)
  }

  /** In document order. */
  report(): readonly OperationCoverage[] {
    return this.#document.operations.map((operation) => {
      const running = this.#tallies.get(operation.operationId) ?? this.#countsOf(operation)
      return {
        operationId: operation.operationId,
        requests: running.requests,
        statuses: Object.keys(operation.responses).map((status) => ({
          status,
          seen: running.statuses.get(status) ?? 0,
        })),
        undocumented: [...running.undocumented].sort(),
        parameters: (operation.parameters ?? []).map(({ name, in: location }, index) => {
          const { valid = 0, invalid = 0 } = running.parameters[index] ?? {}
          return { name, in: location, valid, invalid }
        }),
        brokenFormats: [...running.brokenFormats.values()],
        keywords: [...running.keywords].map(([clause, { keyword, kept, boundary, violated }]) => ({
          clause: clausePlace(this.#document, clause),
          keyword,
          kept,
          ...(isLimitToCover(keyword) && { boundary }),
          violated,
        })),
      }
    })
  }

  #countsOf(operation: OperationDescriptor): RunningCounts {
    const keywords = new Map<string, CoveredKeyword & KeywordCount>()
    for (const { schema, place } of requestSchemas(operation))
      for (const keyword of keywordsToCover(schemaIn(this.#document, schema)))
        keywords.set(clauseOf(keyword.location, place), { ...keyword, kept: 0, boundary: 0, violated: 0 })
    return {
      requests: 0,
      statuses: new Map(),
      undocumented: new Set(),
      parameters: (operation.parameters ?? []).map(() => ({ valid: 0, invalid: 0, judged: new Map() })),
      brokenFormats: new Map(),
      keywords,
    }
  }

  #observeParameter(
    running: RunningCounts,
    plan: RequestPlan,
    { parameter, index }: { parameter: ParameterDescriptor; index: number },
  ): void {
    const count = running.parameters[index]
    const readings = parameterReadings(plan, parameter)
    if (count === undefined) return
    if (readings === undefined) {
      if (parameter.required) count.invalid++
      return
    }
    const key = JSON.stringify(readings)
    const judged = count.judged.get(key) ?? this.#judge(running, readings, { plan, parameter, index })
    count.judged.set(key, judged)
    if (judged.isValid) count.valid++
    else count.invalid++
    raise(judged.effect)
  }

  #judge(
    running: RunningCounts,
    readings: readonly unknown[],
    { plan, parameter, index }: { plan: RequestPlan; parameter: ParameterDescriptor; index: number },
  ): { isValid: boolean; effect: Effect } {
    const { schema = true } = parameter
    const validate = this.#validator(schema)
    const valid = readings.find((reading) => validate(reading).length === 0)
    const place = pointerBelow(plan.operation.pointer, 'parameters', String(index), 'schema')
    const effect = this.#effectOf(running, valid ?? readings[0], { schema, place })
    return { isValid: valid !== undefined, effect }
  }

  #observeBody(running: RunningCounts, plan: RequestPlan): void {
    const sent = coveredRequestJson(plan)
    if (sent === undefined) return
    const { value, schema, key } = sent
    const place = pointerBelow(plan.operation.pointer, 'requestBody', 'content', key, 'schema')
    raise(this.#effectOf(running, value, { schema, place }))
  }

  #effectOf(
    running: RunningCounts,
    value: unknown,
    { schema, place }: { schema: JsonSchema; place: string },
  ): Effect {
    const countsOf = (locations: Iterable<string>): KeywordCount[] =>
      [...locations].flatMap((location) => running.keywords.get(clauseOf(location, place)) ?? [])
    const broken = new Set(this.#validator(schema)(value).flatMap(flatten))
    const touched = keywordsTouched(
      value,
      schemaIn(this.#document, schema),
      ({ written }, inner) => this.#validator(written)(inner).length === 0,
    )
    const kept = touched.filter(({ location }) => !broken.has(location))
    const boundary = kept.filter(({ isBoundary }) => isBoundary)
    return {
      violated: countsOf(broken),
      kept: countsOf(new Set(kept.map(({ location }) => location))),
      boundary: countsOf(new Set(boundary.map(({ location }) => location))),
    }
  }
}

/** Resets the counts. The set of judged values is kept, because each value is judged only once. */
function clear(running: RunningCounts): void {
  running.requests = 0
  running.statuses.clear()
  running.undocumented.clear()
  running.brokenFormats.clear()
  for (const parameter of running.parameters) {
    parameter.valid = 0
    parameter.invalid = 0
  }
  for (const count of running.keywords.values()) {
    count.kept = 0
    count.boundary = 0
    count.violated = 0
  }
}

function raise({ kept, boundary, violated }: Effect): void {
  for (const count of kept) count.kept++
  for (const count of boundary) count.boundary++
  for (const count of violated) count.violated++
}

function* requestSchemas(operation: OperationDescriptor): Generator<{ schema: JsonSchema; place: string }> {
  for (const [index, { schema }] of (operation.parameters ?? []).entries())
    if (schema !== undefined)
      yield { schema, place: pointerBelow(operation.pointer, 'parameters', String(index), 'schema') }
  for (const [mediaType, { schema, octets }] of Object.entries(operation.requestBody?.content ?? {}))
    if (
      schema !== undefined &&
      !octets &&
      (isJson(mediaType) || matchesMediaType(mediaType, 'application/json'))
    )
      yield { schema, place: pointerBelow(operation.pointer, 'requestBody', 'content', mediaType, 'schema') }
}

function clauseOf(location: string, place: string): string {
  return issueClause({ schemaPath: location }, place)
}

/** Returns the keyword locations of an issue and of the issues in its branches. */
function flatten({ schemaPath, params }: Issue): string[] {
  const branches = Array.isArray(params['branches']) ? params['branches'] : []
  return [schemaPath, ...branches.flat().filter(isIssue).flatMap(flatten)]
}

function isIssue(value: unknown): value is Issue {
  return isObject(value) && typeof value['schemaPath'] === 'string' && isObject(value['params'])
}
