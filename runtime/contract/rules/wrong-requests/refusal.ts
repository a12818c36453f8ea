import { documentedRefusals, type OperationDescriptor, refusesFor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import {
  documentedResponseFor,
  isResponseSwitchedOff,
  isUndocumentedClientError,
  keysInsteadOfClientError,
} from '../../data/document/response-key.ts'
import { type Answer, isCrash, isRefusal, isToldFailure, meantStatus } from '../../data/exchange/answer.ts'
import type { Assertion } from '../../data/outcome/assertion.ts'
import type { Cause } from '../../data/outcome/cause.ts'
import type { Finding } from '../../data/outcome/finding.ts'
import type { CheckContext } from '../check.ts'
import { undocumentedStatusFault } from '../not-documented.ts'
import { inspectResponse } from '../response.ts'
import type { NegativeCase } from './case.ts'

/**
 * Returns findings about the response to a request that the document excludes.
 * @param found.breaks The rule for such requests.
 */
export function judgeRefusal(
  context: CheckContext,
  operation: OperationDescriptor,
  { negativeCase, answer, breaks }: { negativeCase: NegativeCase; answer: Answer; breaks: Assertion },
): Finding[] {
  if (isRightRefusal(operation, answer)) return inspectResponse(context, operation, answer)
  if (isUnsupported(operation, { negativeCase, answer }) || rejectsOnlyMethod(answer)) return []
  const isUndocumented = isUndocumentedClientError(operation, answer.status)
  const isAccepted = meantStatus(answer) < 400
  return [
    context.finding({
      operation,
      answer,
      clause: isAccepted ? negativeCase.clause : pointerBelow(operation.pointer, 'responses'),
      breaks,
      brokenInBase: (base) => (isAccepted ? negativeCase.isExcludedBy(base) : !isRightRefusal(base, answer)),
      expecting: 'refusal',
      fact: {
        kind: 'not refused',
        wanted: isUndocumented ? keysInsteadOfClientError(operation) : wrongRequestRefusalKeys(operation),
        isUndocumented,
        what: negativeCase.what,
        isOfMember: negativeCase.isOfMember === true,
      },
      ...(isAccepted || isCrash(answer)
        ? {
            cause: {
              kind: 'unvalidated',
              what: unvalidatedIn(negativeCase),
              of: [...(isOfParameter(negativeCase) ? ['parameters'] : []), ...(isAccepted ? [] : ['crash'])],
            },
          }
        : isToldFailure(answer)
          ? { cause: TOLD_WITH_SUCCESS }
          : undocumentedStatusFault(operation, answer.status)),
    }),
  ]
}

/**
 * True if an unsupported media type was rejected with the standard status, which need not be documented.
 * @see RFC 9110, 15.5.16
 */
function isUnsupported(
  { responses }: OperationDescriptor,
  { negativeCase, answer }: { negativeCase: NegativeCase; answer: Answer },
): boolean {
  const isOfType = LOOKED_AT['media types']?.includes(negativeCase.kind) ?? false
  return isOfType && refusesFor(answer.status, 'media type') && responses[answer.status] === undefined
}

/**
 * True for a rejection of the method, such as 405. The server looked at nothing else, or lacks the operation,
 * which the responses to valid requests show.
 */
export function rejectsOnlyMethod(answer: Answer): boolean {
  return isRefusal(answer) && refusesFor(answer.status, 'method')
}

/**
 * Keywords that a server's parser checks or ignores together. For example, a parser that converts strings to
 * numbers also converts numbers to strings.
 */
const LOOKED_AT: Readonly<Record<string, readonly string[]>> = {
  types: ['type', 'null', 'text for a number', 'text for a boolean'],
  choices: ['enum', 'const', 'choice in another case', 'query'],
  ranges: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  lengths: ['minLength', 'maxLength'],
  'numbers of items': ['minItems', 'maxItems'],
  'media types': ['mediaType', 'text/plain', 'untyped', 'body'],
}

/** Returns the keywords that a server ignores together if it accepts the request. */
function unvalidatedIn({ kind }: NegativeCase): string {
  const keyword = kind.replace(OF_PARAMETER, '')
  // A server that does not parse a body looks at no media type either.
  if (keyword === 'syntax') return 'media types'
  const [what = keyword] = Object.entries(LOOKED_AT).find(([, kinds]) => kinds.includes(keyword)) ?? []
  return what
}

const OF_PARAMETER = /^parameter /

/** True for a wrong parameter. Parameters and bodies have different parsers. */
function isOfParameter({ kind }: NegativeCase): boolean {
  return kind === 'query' || OF_PARAMETER.test(kind)
}

function isOpenToAll({ security = [] }: OperationDescriptor): boolean {
  return security.every((schemes) => Object.keys(schemes).length === 0)
}

/** True if a response is an acceptable rejection of a request's content. */
function isRightRefusal(operation: OperationDescriptor, answer: Answer): boolean {
  if (isResponseSwitchedOff(operation, answer.status)) return true
  // Where nobody needs a credential, as to log in, a 401 rejects the content.
  const ofOthers = isOpenToAll(operation) ? (['method'] as const) : (['caller', 'method'] as const)
  if (!isRefusal(answer) || refusesFor(answer.status, ...ofOthers)) return false
  return wrongRequestRefusalKeys(operation).length === 0 || isDocumentedRefusal(operation, answer)
}

/** A server that reports failures with a 2xx is assumed to do so everywhere. */
export const TOLD_WITH_SUCCESS: Cause = { kind: 'everywhere', what: 'failures told with a 2xx' }

/**
 * True if the status of an error response is documented. A failure that is reported with a 2xx has no such
 * status.
 */
export function isDocumentedRefusal(operation: OperationDescriptor, answer: Answer): boolean {
  return !isToldFailure(answer) && documentedResponseFor(operation, answer.status) !== undefined
}

/**
 * Returns the keys of the documented error responses that can concern a request's content. If there are none,
 * the document does not restrict such a response.
 */
export function wrongRequestRefusalKeys(operation: OperationDescriptor): readonly string[] {
  return documentedRefusals(operation, 'content', 'media type', 'size')
}
