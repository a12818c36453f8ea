import type { OperationDescriptor } from '@concordat/runtime/http'
import { securityClause } from '../../../data/document/clause.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { rules } from './rules.ts'

/** Resources whose paths were tried. */
const newTried = () => new Set<string>()

/**
 * Maximum number of resources to try. A server's router and its guard treat the paths of all resources alike.
 */
const MOST_TRIED = 2

/**
 * Checks that other spellings of a path give no access without a credential. One GET operation of each of a
 * few resources is tried.
 */
export async function checkOtherPaths(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<readonly Finding[]> {
  const { resource: { name } = { name: operation.path } } = operation
  const tried = context.state.of(newTried)
  if (operation.method !== 'GET' || tried.has(name) || tried.size >= MOST_TRIED) return []
  if (!context.asks(rules['other-path'])) return []
  const { plan, answer: usual } = await context.call(operation)
  if (!isSuccess(usual)) return []
  tried.add(name)
  for (const path of spellingsOf(operation.path)) {
    const sending = { ...plan, operation: { ...operation, path } }
    const answer = await context.read(sending, { kind: 'none' })
    if (!isSuccess(answer) || !isSameAsKept(usual.value, answer.value)) continue
    return [
      context.finding({
        ...{ operation, answer, breaks: rules['other-path'], beside: [usual] },
        ...{ clause: securityClause(operation), expecting: 'refusal' },
        fact: { kind: 'let in', wanted: '401 (or 403, 404)', probe: `without a credential at ${path}` },
        cause: { kind: 'everywhere', what: 'another spelling of the path lets anybody in' },
      }),
    ]
  }
  return []
}

/**
 * Up to two spellings of a path: with the trailing slash added or removed, and with the last lowercase word
 * in capital letters.
 */
function spellingsOf(path: string): readonly string[] {
  const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  const segments = path.split('/')
  const at = segments.findLastIndex((segment) => /^[a-z]{2,}$/.test(segment))
  const upper = segments.map((segment, index) => (index === at ? segment.toUpperCase() : segment)).join('/')
  return [slashed, ...(at === -1 ? [] : [upper])]
}
