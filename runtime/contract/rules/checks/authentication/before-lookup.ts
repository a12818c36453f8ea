import type { OperationDescriptor } from '@concordat/runtime/http'
import { securityClause } from '../../../data/document/clause.ts'
import { isCrash } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { CheckContext } from '../../check.ts'
import { bindingOfNothing } from '../../wrong-requests/unknown-name.ts'
import { rules } from './rules.ts'

/** Requests an unknown item with an unknown credential: a server that looks the item up first may crash. */
export async function checkBeforeLookup(
  context: CheckContext,
  operation: OperationDescriptor,
  as: AttemptCaller | undefined,
): Promise<readonly Finding[]> {
  if (operation.resource?.role !== 'read' || as === undefined || !context.asks(rules['before-lookup']))
    return []
  const binding = await bindingOfNothing(context, operation)
  if (binding === undefined) return []
  const { answer } = await context.attempt(operation, { as, expecting: 'refusal', at: { binding } })
  if (!isCrash(answer)) return []
  return [
    context.finding({
      ...{ operation, answer, breaks: rules['before-lookup'], clause: securityClause(operation) },
      ...{ expecting: 'refusal' },
      fact: {
        kind: 'let in',
        wanted: '401',
        isExact: false,
        probe: 'with an unknown credential, for an unknown item',
      },
    }),
  ]
}
