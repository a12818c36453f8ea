import {
  isJson,
  isXml,
  type MediaTypeDescriptor,
  matchContent,
  mediaTypeEssence,
  type OperationDescriptor,
} from '@concordat/runtime/http'
import { isObject, jsonTypeOf, valueAt } from '@concordat/runtime/json'
import { pointerBelow, stepsOf } from '@concordat/runtime/pointer'
import type { Issue, JsonSchema, Schema } from '@concordat/runtime/schema'
import { issueClause } from '../data/document/clause.ts'
import { documentedResponseFor, documentedSuccessKeys } from '../data/document/response-key.ts'
import { schemaIn } from '../data/document/schema-in.ts'
import { undocumentedFields } from '../data/document/undocumented.ts'
import { type Answer, wholeAnswerValue } from '../data/exchange/answer.ts'
import { exchangeExcerpt } from '../data/exchange/excerpt.ts'
import type { Cause } from '../data/outcome/cause.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { schemaContradiction } from '../world/values/arbitraries/contradiction.ts'
import { answerRules } from './answer-rules.ts'
import { csvFault } from './body-formats/csv.ts'
import { streamedItemBreach, streamedItemFaults } from './body-formats/stream-items.ts'
import { readXml } from './body-formats/xml.ts'
import { xmlRootName, xmlValue } from './body-formats/xml-value.ts'
import type { KnownViolation, ValidateSchema } from './check.ts'
import { actual, findingAt, type Inspection, placeIn } from './inspection.ts'
import { causeOfShown } from './shown/contradictions.ts'
import { shownSecrets } from './shown/shown-secrets.ts'
import { faultsShown } from './shown-faults.ts'

/** Checks a body as one of the documented media types. @param key of the media type in `content`. */
export function inspectBody(at: Inspection, key: string): Finding[] {
  const { answer, response } = at
  // A response to HEAD has no body. @see RFC 9110, 9.3.2
  if (response.payloadNotShown || answer.isUnread || answer.exchange.request.method === 'HEAD') return []
  const media = response.content?.[key]
  // Content that cannot be decoded is a fault, but a stored file need not be valid JSON, even if its media
  // type says so.
  if (answer.unreadable !== undefined) return [brokenBody(at, { key, received: answer.unreadable })]
  if (media?.octets === true) return []
  if (media?.stream !== undefined) return inspectStream(at, key, media)
  if (isXml(answer.mediaType)) return inspectXml(at, key)
  if (mediaTypeEssence(answer.mediaType) === 'text/csv') return inspectCsv(at, key)
  return isJson(mediaTypeEssence(answer.mediaType)) ? inspectJson(at, key) : []
}

/** Checks that XML is well-formed, and that the values of its elements match its schema. */
function inspectXml(at: Inspection, key: string): Finding[] {
  const { text, isCut = false } = at.answer
  const { root, fault } = isCut ? {} : readXml(text)
  if (fault !== undefined) return [brokenBody(at, { key, received: `${fault}: ${exchangeExcerpt(text)}` })]
  const { schema } = at.response.content?.[key] ?? {}
  if (root === undefined || schema === undefined) return []
  const known = schemaIn(at.context.document, schema)
  const place = pointerBelow(at.clause, 'content', key, 'schema')
  const called = xmlRootName(known)
  if (called !== undefined && called !== root.name)
    return [
      findingAt(at, {
        clause: place,
        breaks: answerRules.schema,
        fact: {
          kind: 'schema broken',
          at: 'the body',
          must: `must be a <${called}> element`,
          received: `<${root.name}>`,
        },
      }),
    ]
  const read = schemaContradiction(known) === undefined ? xmlValue(root, known) : undefined
  if (read === undefined) return []
  const [first] = at.context.validator(schema)(read.value)
  if (first === undefined) return []
  const received = actual(first.instancePath, read.value)
  return [
    findingAt(at, {
      clause: issueClause(first, place),
      breaks: answerRules.schema,
      fact: { kind: 'schema broken', at: placeIn(first), must: first.message, received },
    }),
  ]
}

/** Checks that the rows of CSV have no more fields than its first row. */
function inspectCsv(at: Inspection, key: string): Finding[] {
  const { text, isCut = false } = at.answer
  const fault = isCut ? undefined : csvFault(text)
  return fault === undefined ? [] : [brokenBody(at, { key, received: `${fault}: ${exchangeExcerpt(text)}` })]
}

/** Reports content that does not match its media type, or that cannot be read. */
function brokenBody(
  at: Inspection,
  { key, received }: { readonly key: string; readonly received: string },
): Finding {
  return findingAt(at, {
    clause: pointerBelow(at.clause, 'content', key),
    breaks: answerRules.schema,
    fact: { kind: 'body unreadable', mediaType: at.answer.mediaType, received },
  })
}

/** Checks that each received item matches the item schema. */
function inspectStream(at: Inspection, key: string, media: MediaTypeDescriptor): Finding[] {
  const { answer, context } = at
  const place = pointerBelow(at.clause, 'content', key)
  const { validator, baseValidator } = context
  return streamedItemFaults(answer, media, { place, validator }).map(({ at: item, ...fault }) => {
    const brokenInBase = (base: OperationDescriptor): boolean => {
      const content = documentedResponseFor(base, answer.status)?.response.content ?? {}
      const own = content[matchContent(Object.keys(content), answer.mediaType) ?? '']
      if (own?.stream === undefined || item === undefined) return own?.stream !== undefined
      return streamedItemFaults(answer, own, { place, validator: baseValidator }).some(
        ({ at: other }) => other?.path === item.path,
      )
    }
    return findingAt(at, { ...fault, breaks: answerRules.schema, brokenInBase })
  })
}

function inspectJson(at: Inspection, key: string): Finding[] {
  const { answer, context, operation } = at
  const value = wholeAnswerValue(answer)
  const clause = pointerBelow(at.clause, 'content', key)
  if (value === undefined)
    return [brokenBody(at, { key, received: exchangeExcerpt(answer.text) || 'an empty body' })]
  const media = at.response.content?.[key]
  const schema = media?.enclosed?.schema ?? media?.schema
  if (schema === undefined) return []
  // No response can match a contradictory schema, so the schema itself is reported once, in a remark.
  if (schemaContradiction(schemaIn(context.document, schema)) !== undefined) return []
  const place = pointerBelow(clause, 'schema')
  const unnamed = context.undocumentedFields === 'report' ? inspectUnnamed(at, { schema, clause: place }) : []
  const isList = isListForItem(schemaIn(context.document, schema), value)
  const issues = Map.groupBy(context.validator(schema)(value), (issue) => issueClause(issue, place))
  const broken = [...issues].flatMap(([issued, [first, ...others]]) => {
    if (first === undefined) return []
    const brokenInBase = (base: OperationDescriptor): boolean =>
      breaksBase(context.baseValidator, { base, answer, path: first.instancePath })
    const more = others.length === 0 ? '' : `, and ${others.length} more like it`
    const received = actual(first.instancePath, value)
    return [
      context.finding({
        operation,
        answer,
        clause: issued,
        breaks: answerRules.schema,
        brokenInBase,
        fact: { kind: 'schema broken', at: placeIn(first), must: first.message, received: received + more },
        wrong: streamedItemBreach(
          `${placeIn(first)} ${first.message}`,
          valueAt(value, stepsOf(first.instancePath)),
        ),
        ...(isList ? { cause: listAsItem } : formOf(first, value)),
        ...(isHeldToSuccess(at) && { cause: errorsUndocumented }),
      }),
    ]
  })
  return [...broken, ...unnamed, ...inspectSecrets(at), ...inspectValues(at, { schema, clause: place })]
}

/** Reports values that contradict their names, their types or the response, whatever the schema says. */
function inspectValues(
  { context, operation, answer }: Inspection,
  { schema, clause }: { readonly schema: JsonSchema; readonly clause: string },
): Finding[] {
  return faultsShown(context.document, { operation, schema, answer }).map((fault) =>
    context.finding({ operation, answer, clause, ...fault, ...causeOfShown(fault.fact) }),
  )
}

/** A document that describes one list as its item probably describes others in the same way. */
const listAsItem: Cause = { kind: 'form', what: 'a list for an item' }

/** True if a body consists of one array, which the schema does not name. */
function isListForItem(schema: Schema, value: unknown): boolean {
  const [only, ...others] = isObject(value) ? Object.values(value) : []
  return Array.isArray(only) && others.length === 0 && undocumentedFields(schema, value).length === 1
}

/** A server is assumed to use one format for all errors that the document does not describe. */
const errorsUndocumented: Cause = { kind: 'everywhere', what: 'errors have the schema of the success' }

/** True for an error response that only `default` describes, as it also describes the success. */
function isHeldToSuccess({ key, answer, operation }: Inspection): boolean {
  return key === 'default' && answer.status >= 400 && documentedSuccessKeys(operation).includes('default')
}

/** Reports properties that are allowed only in requests. */
function inspectSecrets(at: Inspection): Finding[] {
  const { answer, context, operation } = at
  return shownSecrets(context.document, operation, answer.value).map(({ path, clause, value }) => {
    const text = typeof value === 'string' ? exchangeExcerpt(value) : jsonTypeOf(value)
    return findingAt(at, {
      clause,
      breaks: answerRules['write-only'],
      fact: { kind: 'write-only shown', member: path.join('.'), received: text },
      cause: { kind: 'member', name: path.join('.'), behaviour: 'shows what is write-only' },
    })
  })
}

/** Reports properties that the schema does not name, each only once however many items have it. */
function inspectUnnamed(
  at: Inspection,
  { schema, clause }: { schema: JsonSchema; clause: string },
): Finding[] {
  const { answer, context } = at
  const fields = undocumentedFields(schemaIn(context.document, schema), wholeAnswerValue(answer))
  return [...Map.groupBy(fields, ({ pattern }) => pattern)].flatMap(([pattern, [first]]) =>
    first === undefined
      ? []
      : [
          findingAt(at, {
            clause,
            breaks: answerRules['named-members'],
            fact: {
              kind: 'unnamed member',
              member: pattern,
              received: actual(first.path, wholeAnswerValue(answer)),
            },
          }),
        ],
  )
}

/** True if the schema without overlays also rejects this part of the response. */
function breaksBase(
  validator: ValidateSchema,
  { base, answer, path }: { base: OperationDescriptor; answer: Answer; path: string },
): boolean {
  const response = documentedResponseFor(base, answer.status)?.response
  const key = matchContent(Object.keys(response?.content ?? {}), answer.mediaType)
  const schema: JsonSchema | undefined = key === undefined ? undefined : response?.content?.[key]?.schema
  if (schema === undefined || response?.payloadNotShown) return false
  return validator(schema)(wholeAnswerValue(answer)).some((issue) => issue.instancePath === path)
}

/**
 * Describes the expected and the actual type or format, without the value, or the property that the whole
 * body lacks, so that one behavior that affects many properties is recognized as one problem.
 */
function formOf({ keyword, params, instancePath }: Issue, body: unknown): Pick<KnownViolation, 'cause'> {
  const value = valueAt(body, stepsOf(instancePath))
  if (value === null && ['type', 'anyOf', 'oneOf', 'enum', 'const'].includes(keyword))
    return { cause: { kind: 'form', what: 'null' } }
  // An envelope that all responses share is described once for each of them.
  if (keyword === 'required' && instancePath === '')
    return { cause: { kind: 'form', what: 'missing', of: [String(params['missingProperty'])] } }
  const isText = keyword === 'format' && typeof value === 'string'
  if (keyword !== 'type' && !isText) return {}
  const form = isText ? value.replace(/\d+/g, '9').replace(/\p{L}+/gu, 'a') : jsonTypeOf(value)
  return { cause: { kind: 'form', what: keyword, of: [String(params[keyword]), form] } }
}
