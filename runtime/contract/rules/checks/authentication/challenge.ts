import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { securityClause } from '../../../data/document/clause.ts'
import { pathTemplates } from '../../../data/document/path-binding.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { CheckContext } from '../../check.ts'
import { isConvention } from '../../evidence/log/is-convention.ts'
import { rules } from './rules.ts'

/**
 * Checks that a 401 contains a challenge if an HTTP scheme would grant access, unless no 401 of the server
 * does. API keys have no challenge scheme.
 * @see RFC 9110, 15.5.2
 */
export async function checkChallenge(
  context: CheckContext,
  operation: OperationDescriptor,
  answer: Answer,
): Promise<readonly Finding[]> {
  const { document } = context
  if (!needsHttpScheme(operation, document) || !lacksChallenge(answer)) return []
  const others = document.operations.filter(
    (other) => other.method === 'GET' && other.path !== operation.path && needsHttpScheme(other, document),
  )
  const isUsual = await isConvention(context, 'no challenge', {
    others: others.toSorted((one, two) => pathTemplates(one.path).length - pathTemplates(two.path).length),
    shows: async (other) => {
      const { answer: refusal } = await context.attempt(other, {
        as: { kind: 'none' },
        expecting: 'refusal',
      })
      return refusal.status === 401 ? lacksChallenge(refusal) : undefined
    },
  })
  if (isUsual) return []
  return [
    context.finding({
      operation,
      clause: securityClause(operation),
      answer,
      brokenInBase: (base) => base.security !== undefined,
      breaks: rules.challenge,
      fact: { kind: 'no challenge' },
    }),
  ]
}

function lacksChallenge({ status, headers }: Answer): boolean {
  return status === 401 && !headers.has('www-authenticate')
}

function needsHttpScheme({ security = [] }: OperationDescriptor, document: DocumentDescriptor): boolean {
  const schemes = security.flatMap((requirement) => Object.keys(requirement))
  return schemes.some((name) => document.securitySchemes[name]?.type === 'http')
}
