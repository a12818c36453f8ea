import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Model, Operation } from '../../model/model.ts'
import type { ChangeScope } from '../found/change.ts'
import type { Pair } from '../schemas/difference.ts'
import type { OperationContext } from './context.ts'
import { comparedUrl, isMovedOperation, type PlacedServer, type Places } from './places.ts'

/** Compares security schemes and servers, which concern all operations. */
export function compareDocuments(
  { models, places, scope }: OperationContext,
  same: readonly Pair<Operation>[],
): void {
  compareSchemes(models, scope)
  for (const [base, { url, pointer }] of unknownServers(places.old, places.new)) {
    const isLost = (pair: Pair<Operation>) => !places.new.urlsOf(pair.new).has(comparedUrl(base, pair.old))
    if (isFelt(same, places, isLost))
      scope.add({ kind: 'server-removed', label: `server ${url}`, old: pointer })
  }
  for (const [base, { url, pointer }] of unknownServers(places.new, places.old)) {
    const isNew = (pair: Pair<Operation>) => !places.old.urlsOf(pair.old).has(comparedUrl(base, pair.new))
    if (isFelt(same, places, isNew)) scope.add({ kind: 'server-added', label: `server ${url}`, new: pointer })
  }
}

function unknownServers(one: Places, other: Places): readonly (readonly [base: string, PlacedServer])[] {
  return [...one.servers].filter(([base]) => !other.servers.has(base))
}

/**
 * True if the change affects an operation that did not move, or if no operation exists in both documents.
 * Moved operations get a separate finding.
 */
function isFelt(
  same: readonly Pair<Operation>[],
  places: Pair<Places>,
  differs: (pair: Pair<Operation>) => boolean,
): boolean {
  return same.length === 0 || same.some((pair) => !isMovedOperation(pair, places) && differs(pair))
}

function compareSchemes({ old, new: now }: Pair<Model>, scope: ChangeScope): void {
  const [before, after] = [old.descriptor.securitySchemes, now.descriptor.securitySchemes]
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]]
    const pointer = pointerBelow('#/components/securitySchemes', name)
    const label = `security scheme ${name}`
    if (is === undefined) scope.add({ kind: 'security-scheme-removed', label, old: pointer })
    else if (was === undefined) scope.add({ kind: 'security-scheme-added', label, new: pointer })
    else if (sentAs(was) !== sentAs(is))
      scope.add({
        kind: 'security-scheme-changed',
        label,
        was: sentAs(was),
        is: sentAs(is),
        old: pointer,
        new: pointer,
      })
  }
}

/** Describes where a request carries a credential. */
function sentAs({ type, scheme, in: location, name }: SecuritySchemeDescriptor): string {
  if (type === 'apiKey') return `${location} ${name}`
  if (type === 'mutualTLS') return 'a TLS certificate'
  return type === 'http' && scheme !== 'bearer' ? `HTTP ${scheme}` : 'a bearer token'
}
