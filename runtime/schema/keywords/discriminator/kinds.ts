import type { SchemaObject } from '../../document/json-schema.ts'
import { resolveSchemaReference } from '../../document/reference.ts'
import { type Check, passCheck } from '../../evaluation/run.ts'
import { isObject, memberOf } from '../../json/json.ts'
import type { Keyword, Properties, Site, Vocabulary } from '../../vocabulary/vocabulary.ts'

/**
 * Checks an object against the kind that its property identifies, if the alternatives are the schemas that
 * inherit from this one. The mapping contains all of them, because loading a document adds the missing ones.
 */
function compileKinds(site: Site): Check<Properties> {
  const { discriminator, anyOf, oneOf } = site.schema
  if (site.isInherited || anyOf !== undefined || oneOf !== undefined || !isObject(discriminator))
    return passCheck
  const { mapping, defaultMapping } = discriminator
  const targets = [...Object.values(isObject(mapping) ? mapping : {}), defaultMapping]
  const places = [...new Set(targets)].flatMap((target) => {
    const place = typeof target === 'string' ? resolveSchemaReference(target, site.resource) : undefined
    return place === undefined ? [] : [{ place, branch: { $ref: String(target) } }]
  })
  if (places.every(({ place }) => place.schema === site.schema)) return passCheck
  const checks = places.map(({ place }) => (place.schema === site.schema ? passCheck : site.checkAt(place)))
  const branches = places.map(({ branch }) => branch)
  const kinds = site.vocabulary.keywords.get('discriminator')?.discriminate?.(site, branches, checks)
  if (kinds === undefined) return passCheck
  const { property, checksFor, unknown, missing } = kinds
  const isRequired = site.schema.required?.includes(property) === true
  // The schema of a kind refers back to this schema, which must not check the object again.
  const open = new Set<object>()
  return (value, run) => {
    if (open.has(value)) return true
    const given = memberOf(value, property)
    const named = checksFor(given)
    const [only] = named
    if (only === undefined) {
      if (given !== undefined) return run.child((_, inner) => inner.report(unknown), given, property)
      // Otherwise `required` reports it.
      return isRequired || run.report(missing)
    }
    open.add(value)
    try {
      if (named.length === 1) return only(value, run)
      return named.filter((check) => run.branch(check, value)).length > 0 || run.report(unknown)
    } finally {
      open.delete(value)
    }
  }
}

/**
 * True for a schema that adds something to the reference in its `allOf`: other parts, alternatives, or any
 * object keyword. A reference without additions is equivalent to its target.
 */
function inherits({ allOf, discriminator: _, ...own }: SchemaObject, { keywords }: Vocabulary): boolean {
  const adds = (name: string) => name === 'anyOf' || name === 'oneOf' || keywords.get(name)?.object
  return (Array.isArray(allOf) && allOf.length > 1) || Object.keys(own).some(adds)
}

/** The part of `discriminator` that few documents need. It is added to the main part. */
export const kindsKeyword: Keyword = {
  keyword: 'discriminator',
  order: 'deep',
  object: compileKinds,
  inherits,
}
