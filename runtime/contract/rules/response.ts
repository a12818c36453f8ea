import {
  isJson,
  isTextMediaType,
  isWithoutContent,
  matchContent,
  mediaTypeEssence,
  type OperationDescriptor,
  type ResponseHeaderDescriptor,
} from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import { responseClause } from '../data/document/clause.ts'
import { documentedResponseFor } from '../data/document/response-key.ts'
import { type Answer, isMinimal, isRefusal, isSuccess } from '../data/exchange/answer.ts'
import { exchangeExcerpt } from '../data/exchange/excerpt.ts'
import { OCTETS_CONTENT } from '../data/exchange/forms/form-body.ts'
import type { Finding } from '../data/outcome/finding.ts'
import { answerRules } from './answer-rules.ts'
import { inspectBody } from './inspect-body.ts'
import { findingAt, type Inspection, type Inspector } from './inspection.ts'
import { inspectHeaderValue, itemsOfInspectedHeader } from './shown/header-value.ts'
import { standardHeaderFault } from './shown/standard-headers.ts'

/**
 * Compares a response with the document's description of its status, if there is one: presence of content,
 * media type, headers and schema. Reports one finding per clause, however many items break it.
 */
export function inspectResponse(
  context: Inspector,
  operation: OperationDescriptor,
  answer: Answer,
): Finding[] {
  const documented = documentedResponseFor(operation, answer.status)
  if (documented === undefined) return []
  const at = { context, operation, answer, ...documented, clause: responseClause(operation, documented.key) }
  const inspectBody = isWithoutContent(answer.status) ? inspectEmpty : inspectContent
  return [...inspectHeaders(at), ...inspectStandardHeaders(at), ...inspectBody(at)]
}

/**
 * A client never sees content after a status such as 204, but it might wait for as much content as
 * Content-Length states.
 * @see RFC 9110, 8.6
 */
function inspectEmpty(at: Inspection): Finding[] {
  const length = at.answer.headers.get('content-length')
  const promised = length !== null && length !== '0'
  if (at.answer.text === '' && !promised) return []
  const received = promised ? `Content-Length: ${length}` : exchangeExcerpt(at.answer.text)
  return [
    findingAt(at, {
      clause: at.clause,
      breaks: answerRules['no-content'],
      fact: { kind: 'content where none is', status: at.answer.status, received },
    }),
  ]
}

function inspectHeaders(at: Inspection): Finding[] {
  return Object.entries(at.response.headers ?? {}).flatMap(([name, header]) => {
    const clause = pointerBelow(at.clause, 'headers', name)
    const value = at.answer.headers.get(name)
    if (value === null) {
      if (!header.required) return []
      const brokenInBase = (base: OperationDescriptor): boolean =>
        headerOf(base, at.answer.status, name)?.required === true
      return [
        findingAt(at, {
          clause,
          breaks: answerRules.header,
          brokenInBase,
          fact: { kind: 'header missing', header: name },
        }),
      ]
    }
    const issues =
      header.schema === undefined ? [] : inspectHeaderValue(value, at.context.validator(header.schema))
    return issues.slice(0, 1).map((issue) =>
      findingAt(at, {
        clause,
        breaks: answerRules.header,
        fact: {
          ...{ kind: 'header broken', header: name, must: issue.message, received: exchangeExcerpt(value) },
          ...(issue.instancePath !== '' && {
            item: itemsOfInspectedHeader(value)[Number(issue.instancePath.slice(1))],
          }),
        },
      }),
    )
  })
}

function inspectStandardHeaders(at: Inspection): Finding[] {
  const fault = standardHeaderFault(at.answer)
  const breaks = answerRules['standard-header']
  return fault === undefined
    ? []
    : [findingAt(at, { clause: at.clause, breaks, fact: { kind: 'header broken', ...fault } })]
}

function headerOf(
  operation: OperationDescriptor,
  status: number,
  name: string,
): ResponseHeaderDescriptor | undefined {
  return documentedResponseFor(operation, status)?.response.headers?.[name]
}

/**
 * True for an error without content. The document only says which media type the content has if there is any,
 * and a proxy or a framework can reject a request before the code that the document describes.
 */
function isErrorWithoutContent({ status, text, mediaType }: Answer): boolean {
  return status >= 400 && text === '' && mediaType === ''
}

function inspectContent(at: Inspection): Finding[] {
  const { answer, response } = at
  const { content = {} } = response
  const types = Object.keys(content)
  if (types.length === 0 || isMinimal(answer) || isErrorWithoutContent(answer)) return []
  const key = matchContent(types, answer.mediaType)
  if (key !== undefined) return inspectBody(at, key)
  return isFileOfKnownType(answer, types) ? [] : [otherMediaType(at, types)]
}

/**
 * True for a file if the document only says that there are bytes. A server can know more about them, but text
 * instead of bytes is probably another response, such as a page.
 * @see RFC 2046, 4.5.1
 */
function isFileOfKnownType(answer: Answer, types: readonly string[]): boolean {
  const { mediaType } = answer
  const isText = isTextMediaType(mediaType) || isJson(mediaTypeEssence(mediaType))
  const isOfBytes = types.some((type) => mediaTypeEssence(type) === OCTETS_CONTENT)
  return isOfBytes && isSuccess(answer) && mediaType !== '' && !isText
}

/** Reports content of a media type that the document lacks. */
function otherMediaType(at: Inspection, types: readonly string[]): Finding {
  const { answer } = at
  const brokenInBase = (base: OperationDescriptor): boolean => {
    const content = Object.keys(documentedResponseFor(base, answer.status)?.response.content ?? {})
    return content.length > 0 && matchContent(content, answer.mediaType) === undefined
  }
  const received = answer.mediaType === '' ? 'no Content-Type' : answer.mediaType
  return findingAt(at, {
    clause: pointerBelow(at.clause, 'content'),
    breaks: answerRules['media-type'],
    brokenInBase,
    fact: { kind: 'other media type', mediaTypes: types, received },
    ...(isRefusal(answer) && {
      cause: { kind: 'everywhere', what: 'refusals in an undocumented media type', of: [received] },
    }),
  })
}
