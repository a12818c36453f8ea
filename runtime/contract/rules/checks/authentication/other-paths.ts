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

/** Headers with which proxies tell servers who the caller is, where it is, or which path it meant. */
const OF_PROXIES = {
  ...{ 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1', 'X-Forwarded-Host': 'localhost' },
  ...{ 'X-Forwarded-User': 'admin', 'X-Remote-User': 'admin', 'Remote-User': 'admin' },
}

/**
 * Checks that other spellings of a path, and headers of proxies, give no access without a credential. One GET
 * operation of each of a few resources is tried.
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
  const tries = [
    ...spellingsOf(operation.path).map((path) => ({ path, header: {}, how: `at ${path}` })),
    { path: operation.path, header: OF_PROXIES, how: `with ${Object.keys(OF_PROXIES).join(', ')}` },
  ]
  for (const { path, header, how } of tries) {
    const sending = { ...plan, operation: { ...operation, path }, header: { ...plan.header, ...header } }
    const answer = await context.read(sending, { kind: 'none' })
    if (!isSuccess(answer) || !isSameAsKept(usual.value, answer.value)) continue
    return [
      context.finding({
        ...{ operation, answer, breaks: rules['other-path'], beside: [usual] },
        ...{ clause: securityClause(operation), expecting: 'refusal' },
        fact: { kind: 'let in', wanted: '401', isExact: false, probe: `without a credential ${how}` },
        cause: { kind: 'everywhere', what: 'another spelling or header lets anybody in' },
      }),
    ]
  }
  return []
}

/**
 * Up to three spellings of a path: with the trailing slash added or removed, and with the last lowercase word
 * in capital letters, or with its first letter escaped.
 */
function spellingsOf(path: string): readonly string[] {
  const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  const segments = path.split('/')
  const at = segments.findLastIndex((segment) => /^[a-z]{2,}$/.test(segment))
  const word = segments[at]
  if (word === undefined) return [slashed]
  const escaped = `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`
  return [slashed, ...[word.toUpperCase(), escaped].map((other) => segments.with(at, other).join('/'))]
}
