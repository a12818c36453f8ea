import type { OperationDescriptor } from '@concordat/runtime/http'
import { securityClause } from '../../../data/document/clause.ts'
import { extendBinding, type PathBinding, pathTemplates } from '../../../data/document/path-binding.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isCrash } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { unknownLike, unknownValue } from '../../../world/values/unknown-value.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

/** Requests an unknown item with an unknown credential: a server that looks the item up first may crash. */
export async function checkBeforeLookup(
  context: CheckContext,
  operation: OperationDescriptor,
  as: AttemptCaller | undefined,
): Promise<readonly Finding[]> {
  if (operation.resource?.role !== 'read' || as === undefined || !context.asks(rules['before-lookup']))
    return []
  const real = await context.pool.bindings.find(operation, 'read')
  const text = unknownName(context, operation, real)
  if (text === undefined) return []
  const at = { binding: extendBinding(real, operation.path, { text, origin: 'unknown' }) }
  const { answer } = await context.attempt(operation, { as, expecting: 'refusal', at })
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

/** An unknown value for the last parameter of a path, in the form of its real value if possible. */
function unknownName(
  { document, random }: CheckContext,
  { path, parameters = [] }: OperationDescriptor,
  real: PathBinding,
): string | undefined {
  const [last] = pathTemplates(path).slice(-1)
  const parameter = parameters.find(({ name, in: location }) => location === 'path' && name === last?.name)
  const schema = schemaIn(document, parameter?.schema)
  const known = real.get(last?.key ?? '')?.text ?? ''
  return unknownLike(known, schema, random) ?? unknownValue(schema, random)
}
