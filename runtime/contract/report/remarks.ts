import {
  type DocumentDescriptor,
  isJson,
  isTextMediaType,
  isXml,
  mediaTypeEssence,
  type OperationDescriptor,
} from '@concordat/runtime/http'
import { clientErrorKeys } from '../data/document/response-key.ts'
import { schemaIn } from '../data/document/schema-in.ts'
import { CONVENTIONS, type Convention } from '../data/outcome/kinds/facts/conventions.ts'
import type { OperationCoverage } from '../run/coverage/operation-coverage.ts'
import type { SentWrites } from '../run/state/contract-report.ts'
import { schemaContradiction } from '../world/values/arbitraries/contradiction.ts'

/** Maximum number of names in one remark. */
const MOST_NAMES = 8

interface Remarked {
  readonly document: DocumentDescriptor
  /** operationIds that were run. */
  readonly ran: ReadonlySet<string>
  /** Coverage of each operation; empty if it was not recorded. */
  readonly coverage: readonly OperationCoverage[]
  readonly writes: readonly SentWrites[]
  /** operationIds, one for each request that the server rejected with 401 and accepted when repeated. */
  readonly rejectedOnce?: readonly string[]
  readonly conventions?: readonly Convention[]
  /** The run ended early. */
  readonly isCut?: boolean
}

/** Limitations of a run that no check reports, each in one sentence. */
export function runRemarks(run: Remarked): string[] {
  return [
    ...withoutRefusals(run),
    ...contradictions(run),
    ...withoutJudge(run),
    ...withoutValues(run),
    ...refusedExamples(run),
    ...formats(run),
    ...unseenEffects(run),
    ...unseenRemains(run),
    ...rejections(run),
    ...(run.conventions ?? []).map((convention) => CONVENTIONS[convention]),
  ]
}

/**
 * If the document has no 4xx or default responses but the server returned 4xx statuses, reports that their
 * bodies were not checked.
 */
function withoutRefusals({ document: { operations }, coverage }: Remarked): string[] {
  const hasRefusals = operations.some((operation) => clientErrorKeys(operation).length > 0)
  const came = [...new Set(coverage.flatMap(({ undocumented }) => undocumented))]
  const refusals = came.filter((status) => status >= 400 && status < 500).sort((one, other) => one - other)
  if (hasRefusals || refusals.length === 0) return []
  return [
    `The document has no 4xx responses, but the server returned some (${refusals.join(', ')}). If you document these statuses, the run checks their bodies.`,
  ]
}

/** Documented responses whose schemas contradict themselves, so that no server can return them. */
function contradictions({ document, ran }: Remarked): string[] {
  const found = document.operations
    .filter(({ operationId }) => ran.has(operationId))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([key, { content = {} }]) =>
        Object.values(content).flatMap(({ schema }) => {
          const place = schemaContradiction(schemaIn(document, schema))
          return place === undefined
            ? []
            : [`${key} of ${operationId}${place === '' ? '' : ` at "${place}"`}`]
        }),
      ),
    )
  return found.length === 0
    ? []
    : [
        `The schemas of these responses contradict themselves, so their bodies were not checked: ${named(found)}.`,
      ]
}

/**
 * Responses in text formats, such as CSV, that are not checked against their schemas, because the schemas
 * describe structured values, not text.
 */
function withoutJudge({ document, ran }: Remarked): string[] {
  const found = document.operations
    .filter(({ operationId }) => ran.has(operationId))
    .flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.keys(content).some(isJson)
          ? []
          : Object.entries(content).flatMap(([mediaType, { schema, stream }]) =>
              stream === undefined &&
              isTextMediaType(mediaType) &&
              !isXml(mediaType) &&
              isStructured(schemaIn(document, schema))
                ? [{ operationId, mediaType: mediaTypeEssence(mediaType) }]
                : [],
            ),
      ),
    )
  return [...Map.groupBy(found, ({ mediaType }) => mediaType)].map(([mediaType, uses]) => {
    const operations = named([...new Set(uses.map(({ operationId }) => operationId))])
    return `Response bodies in ${mediaType} were not checked against their schemas: ${operations}.`
  })
}

function isStructured({ types }: { readonly types: readonly string[] }): boolean {
  return types.includes('object') || types.includes('array')
}

/**
 * Parameters of tested operations that were never sent with a valid value. Empty for an interrupted run,
 * which proves nothing about them.
 */
function withoutValues({ coverage, ran, isCut = false }: Remarked): string[] {
  if (isCut) return []
  const lacking = coverage
    .filter(({ operationId, requests }) => ran.has(operationId) && requests > 0)
    .flatMap(({ operationId, parameters }) =>
      parameters.filter(({ valid }) => valid === 0).map(({ name }) => ({ name, operationId })),
    )
  if (lacking.length === 0) return []
  const names = [...Map.groupBy(lacking, ({ name }) => name)].map(
    ([name, uses]) => `"${name}" (${named(uses.map(({ operationId }) => operationId))})`,
  )
  return [
    `These parameters were never sent with a valid value: ${named(names)}. Add examples to the document, or set path parameters with --path-value NAME=VALUE.`,
  ]
}

/** Examples that a run cannot use because their own schemas reject them. */
function refusedExamples({ document, ran }: Remarked): string[] {
  const refused = document.operations
    .filter(({ operationId }) => ran.has(operationId))
    .flatMap((operation) => {
      const issue = issueOfExamples(operation, document)
      return issue === undefined ? [] : [`${operation.operationId} (${issue})`]
    })
  return refused.length === 0
    ? []
    : [`These examples in the document do not match their schemas and were not sent: ${named(refused)}.`]
}

/**
 * Strings that violate a format that is only an annotation. They do not contradict the document, but are
 * seldom intended.
 */
function formats({ coverage }: Remarked): string[] {
  const broken = coverage.flatMap(({ operationId, brokenFormats }) =>
    brokenFormats.map(({ where, member, format }) => ({
      operationId,
      what: `${where === 'answered' ? 'a returned' : 'an accepted'} value of "${member}" that is not a valid ${format}`,
    })),
  )
  const found = [...Map.groupBy(broken, ({ what }) => what)].map(
    ([what, uses]) => `${what} (${named(uses.map(({ operationId }) => operationId))})`,
  )
  return found.length === 0
    ? []
    : [
        `Since OpenAPI 3.1, "format" is only an annotation, so the run does not report these: ${named(found)}. To report them, add "x-format-assertion: true" at the top level of the document or an overlay.`,
      ]
}

function issueOfExamples(
  { requestBody, parameters = [] }: OperationDescriptor,
  document: DocumentDescriptor,
): string | undefined {
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema, examples = [] }) => ({
    ...{ schema, examples, what: 'body' },
  }))
  const values = parameters.map(({ name, schema }) => {
    const { example, examples = [] } = schemaIn(document, schema).keywords
    const shown = [...(example === undefined ? [] : [example]), ...examples]
    return { schema, examples: shown, what: `"${name}"` }
  })
  for (const { schema, examples, what } of [...bodies, ...values])
    for (const example of examples) {
      const issue = schemaIn(document, schema).misfit(example)
      if (issue !== undefined) return `${what}${issue.instancePath} ${issue.message}`
    }
  return undefined
}

/**
 * Operations that can have effects other than those on an item: actions, and writes that failed and might be
 * half done, which are listed first. The list is complete, because no other part of the report contains them.
 */
function unseenEffects({ writes }: Remarked): string[] {
  const acted = writes
    .filter(({ isAction, failed }) => isAction || failed > 0)
    .toSorted((one, other) => other.failed - one.failed)
  return acted.length === 0
    ? []
    : [`These operations might have effects that no other operation shows: ${acted.map(counted).join(', ')}.`]
}

/**
 * Operations that created items. A server can keep parts of removed items, such as the content of a file, and
 * only the server's owner can check this.
 */
function unseenRemains({ writes }: Remarked): string[] {
  const created = writes.filter(({ isAction, done }) => !isAction && done > 0)
  return created.length === 0
    ? []
    : [
        `Items that the run created and removed may still be stored, if the server only marks them as deleted: ${created.map((write) => counted({ ...write, failed: 0 })).join(', ')}.`,
      ]
}

/** Rejections of a valid credential that a repetition of the request did not confirm. */
function rejections({ rejectedOnce = [] }: Remarked): string[] {
  const { length } = rejectedOnce
  if (length === 0) return []
  const times = length === 1 ? 'one request' : `${length} requests`
  return [
    `The server rejected a valid credential with 401 for ${times} (${named(rejectedOnce)}), and accepted it when the run sent the same request again.`,
  ]
}

function counted({ operationId, done, failed }: SentWrites): string {
  if (failed === 0) return `${operationId} (${done === 1 ? 'once' : `${done} times`})`
  return `${operationId} (${done === 0 ? '' : `${done} with 2xx, `}${failed} with 5xx)`
}

function named(names: readonly string[]): string {
  const unique = [...new Set(names)]
  const more = unique.length - MOST_NAMES
  return unique.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
