import type { SecuritySchemeDescriptor } from '@concordat/runtime/http'
import { below } from '@concordat/runtime/pointer'
import type { Model } from '../../model/model.ts'
import type { Scope } from '../found/change.ts'
import type { Pair } from '../schemas/difference.ts'

/** Compares what a document says for all operations together: security schemes and servers. */
export function compareDocuments({ old, new: now }: Pair<Model>, scope: Scope): void {
  compareSchemes({ old, new: now }, scope)
  const [before, after] = [urlsOf(old), urlsOf(now)]
  for (const [url, pointer] of before)
    if (!after.has(url)) scope.add({ kind: 'server-removed', label: `server ${url}`, old: pointer })
  for (const [url, pointer] of after)
    if (!before.has(url)) scope.add({ kind: 'server-added', label: `server ${url}`, new: pointer })
}

function compareSchemes({ old, new: now }: Pair<Model>, scope: Scope): void {
  const [before, after] = [old.descriptor.securitySchemes, now.descriptor.securitySchemes]
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]]
    const pointer = below('#/components/securitySchemes', name)
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

/** How a credential travels, in words. */
function sentAs({ type, scheme, in: location, name }: SecuritySchemeDescriptor): string {
  if (type === 'apiKey') return `${location} ${name}`
  if (type === 'mutualTLS') return 'a TLS certificate'
  return type === 'http' && scheme !== 'bearer' ? `HTTP ${scheme}` : 'a bearer token'
}

function urlsOf({ servers }: Model): ReadonlyMap<string, string> {
  return new Map(servers.map(({ url }, index) => [url, below('#/servers', index)]))
}
