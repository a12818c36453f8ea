import { dynamicAnchor, identifiers, isDynamicAnchor } from '../document/identified.ts'
import { resolveSchemaReference } from '../document/reference.ts'
import { passCheck } from '../evaluation/run.ts'
import { Scope } from '../evaluation/scope.ts'
import { keywordText } from '../vocabulary/keyword-value.ts'
import type { Keyword, Scopes } from '../vocabulary/vocabulary.ts'

const scopes: Scopes = {
  ...identifiers,
  scope: (resource) => new Scope(resource),
  scoped(check, resource, around) {
    // An inline schema and the definitions form one document, so references between them do not change the
    // scope.
    if (check === passCheck || resource === around || resource === around.outer) return check
    return (value, run) => {
      const { scope } = run
      run.scope = scope?.within(resource)
      const holds = check(value, run)
      run.scope = scope
      return holds
    }
  },
}

export const idKeyword: Keyword = { keyword: '$id', scopes }
export const anchorKeyword: Keyword = { keyword: '$anchor', scopes }
export const dynamicAnchorKeyword: Keyword = { keyword: '$dynamicAnchor', scopes }

/**
 * The target is in the outermost of the dynamic scope's resources that have the anchor.
 * @see JSON Schema Core 2020-12, 8.2.3.2
 */
export const dynamicRefKeyword: Keyword = {
  keyword: '$dynamicRef',
  order: 'deep',
  scopes,
  any: (site, keyword) => {
    const reference = keywordText(site, keyword)
    const initial = resolveSchemaReference(reference, site.resource)
    const name = reference.slice(reference.indexOf('#') + 1)
    if (initial === undefined || !isDynamicAnchor(name, initial)) return site.refer(keyword)
    return (value, run) => {
      let place = initial
      for (let { scope } = run; scope !== undefined; scope = scope.outer)
        place = dynamicAnchor(name, scope.resource) ?? place
      const around = run.scope?.resource ?? place.resource
      return scopes.scoped(site.checkAt(place), place.resource, around)(value, run)
    }
  },
}
