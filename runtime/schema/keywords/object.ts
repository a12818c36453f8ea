import { plural, quote } from '../issue.ts'
import { countAt, failureOf, type Keyword, namesIn, recordAt, regExpOf, type Site } from '../keyword.ts'
import { type Check, every, pass, type Run } from '../run.ts'

/** A JSON object. A property whose value is `undefined` counts as absent, as it does when it is written as JSON. */
type Properties = Readonly<Record<string, unknown>>

/** Reads a property that is the object's own: "constructor" and "__proto__" are names like any other. */
function own(name: string): (object: Properties) => unknown {
  if (name in Object.prototype) return (object) => (Object.hasOwn(object, name) ? object[name] : undefined)
  return (object) => object[name]
}

function count(object: Properties): number {
  let total = 0
  for (const name of Object.keys(object)) if (object[name] !== undefined) total++
  return total
}

const maxProperties: Keyword<Properties> = (site, keyword) => {
  const limit = countAt(site, keyword)
  const failure = failureOf(site, keyword, {
    params: { limit },
    message: `must have at most ${plural(limit, 'property')}`,
  })
  return (object, run) => count(object) <= limit || run.report(failure)
}

const minProperties: Keyword<Properties> = (site, keyword) => {
  const limit = countAt(site, keyword)
  const failure = failureOf(site, keyword, {
    params: { limit },
    message: `must have at least ${plural(limit, 'property')}`,
  })
  return (object, run) => count(object) >= limit || run.report(failure)
}

const required: Keyword<Properties> = (site, keyword) => {
  const names = namesIn(site.schema[keyword], `${site.location}/${keyword}`)
  return every(names.map((name) => present(site, keyword, { name })))
}

/** Holds when the object has the property; `because` names the property that asks for it. */
function present(
  site: Site,
  keyword: string,
  { name, because }: { name: string; because?: string },
): Check<Properties> {
  const read = own(name)
  const failure = failureOf(site, keyword, {
    params: because === undefined ? { missingProperty: name } : { property: because, missingProperty: name },
    message: `must have the property ${quote(name)}${because === undefined ? '' : ` because it has ${quote(because)}`}`,
  })
  return (object, run) => read(object) !== undefined || run.report(failure)
}

const dependentRequired: Keyword<Properties> = (site, keyword) => {
  const checks = Object.entries(recordAt(site, keyword)).map(([because, names]) => {
    const read = own(because)
    const dependents = namesIn(names, `${site.location}/${keyword}`)
    const check = every(dependents.map((name) => present(site, keyword, { name, because })))
    return (object: Properties, run: Run) => read(object) === undefined || check(object, run)
  })
  return every(checks)
}

const dependentSchemas: Keyword<Properties> = (site, keyword) => {
  const checks = Object.keys(recordAt(site, keyword)).map((name): Check<Properties> => {
    const read = own(name)
    const check = site.here(keyword, name)
    return (object, run) => read(object) === undefined || check(object, run)
  })
  return every(checks)
}

const properties: Keyword<Properties> = (site, keyword) => {
  const checks = Object.keys(recordAt(site, keyword)).map((name): Check<Properties> => {
    const read = own(name)
    const check = site.below(keyword, name)
    return (object, run) => {
      const value = read(object)
      if (value === undefined) return true
      run.evaluated?.add(name)
      return check === pass || run.child(check, value, name)
    }
  })
  return every(checks)
}

const patternProperties: Keyword<Properties> = (site, keyword) => {
  const patterns = patternsOf(site).map(({ pattern, regExp }) => ({
    regExp,
    check: site.below(keyword, pattern),
  }))
  return (object, run) => {
    let holds = true
    for (const name of Object.keys(object)) {
      const value = object[name]
      if (value === undefined) continue
      for (const { regExp, check } of patterns) {
        if (!regExp.test(name)) continue
        run.evaluated?.add(name)
        if (run.child(check, value, name)) continue
        if (run.issues === undefined) return false
        holds = false
      }
    }
    return holds
  }
}

function patternsOf(site: Site): { readonly pattern: string; readonly regExp: RegExp }[] {
  if (!('patternProperties' in site.schema)) return []
  return Object.keys(recordAt(site, 'patternProperties')).map((pattern) => {
    return { pattern, regExp: regExpOf(pattern, `${site.location}/patternProperties`) }
  })
}

/** Judges the properties that neither `properties` nor `patternProperties` of the same schema name. */
const additionalProperties: Keyword<Properties> = (site, keyword) => {
  const judge = remainder(site, keyword, 'additionalProperty')
  const named = new Set('properties' in site.schema ? Object.keys(recordAt(site, 'properties')) : [])
  const patterns = patternsOf(site).map(({ regExp }) => regExp)
  const isNamed = (name: string) => named.has(name) || patterns.some((regExp) => regExp.test(name))
  return (object, run) => {
    if (judge === undefined && run.evaluated === undefined) return true
    let holds = true
    for (const name of Object.keys(object)) {
      const value = object[name]
      if (value === undefined || isNamed(name)) continue
      run.evaluated?.add(name)
      if (judge === undefined || judge(name, value, run)) continue
      if (run.issues === undefined) return false
      holds = false
    }
    return holds
  }
}

/** Runs after every other keyword of its schema. */
export const unevaluatedProperties: Keyword<Properties> = (site, keyword) => {
  const judge = remainder(site, keyword, 'unevaluatedProperty')
  return (object, run) => {
    const { evaluated } = run
    if (evaluated === undefined || evaluated.all) return true
    let holds = true
    for (const name of judge === undefined ? [] : Object.keys(object)) {
      const value = object[name]
      if (value === undefined || evaluated.has(name) || judge?.(name, value, run)) continue
      if (run.issues === undefined) return false
      holds = false
    }
    evaluated.all = true
    return holds
  }
}

/** How a property that is left over is judged; `undefined` when it is allowed, whatever it holds. */
function remainder(site: Site, keyword: string, param: string) {
  const check = site.below(keyword)
  if (check === pass) return undefined
  if (site.schema[keyword] !== false)
    return (name: string, value: unknown, run: Run) => run.child(check, value, name)
  return (name: string, _: unknown, run: Run) => {
    const message = `must not have the property ${quote(name)}`
    return run.report(failureOf(site, keyword, { params: { [param]: name }, message }))
  }
}

const propertyNames: Keyword<Properties> = (site, keyword) => {
  const check = site.below(keyword)
  return (object, run) => {
    let holds = true
    for (const name of Object.keys(object)) {
      if (object[name] === undefined || run.test(check, name)) continue
      if (run.issues === undefined) return false
      const params = { propertyName: name, issues: run.collect(check, name) }
      run.report(
        failureOf(site, keyword, { params, message: `must not have a property named ${quote(name)}` }),
      )
      holds = false
    }
    return holds
  }
}

/** Keywords that judge objects alone. @see JSON Schema Core 2020-12, 10.3.2, and Validation 2020-12, 6.5 */
export const objectKeywords = {
  maxProperties,
  minProperties,
  required,
  dependentRequired,
  dependentSchemas,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
}
