import { plural, quote } from '../evaluation/issue.ts'
import { type Check, every, pass, type Run } from '../evaluation/run.ts'
import { escapeStep } from '../json/pointer.ts'
import type { Pattern } from '../pattern/pattern.ts'
import { countAt, failureOf, type Keyword, namesIn, patternOf, recordAt, type Site } from './keyword.ts'

/** A JSON object. A property whose value is `undefined` counts as absent, as it does when it is written as JSON. */
type Properties = Readonly<Record<string, unknown>>

/** A property's name, and whether every object inherits something under it. */
interface Name {
  readonly name: string
  readonly inherited: boolean
}

function nameOf(name: string): Name {
  return { name, inherited: name in Object.prototype }
}

/** Reads a property that is the object's own: "constructor" and "__proto__" are names like any other. */
function own(object: Properties, { name, inherited }: Name): unknown {
  return inherited && !Object.hasOwn(object, name) ? undefined : object[name]
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
  return (object, run) => count(object) <= limit || run.reportWhole(failure)
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
  const all = hasAll(site, keyword, { names })
  if (!('properties' in site.schema)) return all
  const known = recordAt(site, 'properties')
  const others = hasAll(site, keyword, { names: names.filter((name) => !Object.hasOwn(known, name)) })
  return (object, run) => (run.isVerdictOnly ? others : all)(object, run)
}

/** Holds when the object has every one of the properties; `because` is the property that asks for them. */
function hasAll(
  site: Site,
  keyword: string,
  { names, because }: { names: readonly string[]; because?: string },
): Check<Properties> {
  const needed = names.map((name) => ({
    ...nameOf(name),
    failure: failureOf(site, keyword, {
      params:
        because === undefined ? { missingProperty: name } : { property: because, missingProperty: name },
      message: `must have the property ${quote(name)}${because === undefined ? '' : ` because it has ${quote(because)}`}`,
    }),
  }))
  return (object, run) => {
    let holds = true
    for (const property of needed) {
      if (own(object, property) !== undefined) continue
      holds = run.report(property.failure)
      if (run.isDone) return false
    }
    return holds
  }
}

/** A check that applies to objects that have a certain property. */
function when(name: string, check: Check<Properties>): Check<Properties> {
  const condition = nameOf(name)
  return (object, run) => own(object, condition) === undefined || check(object, run)
}

const dependentRequired: Keyword<Properties> = (site, keyword) => {
  const entries = Object.entries(recordAt(site, keyword))
  return every(
    entries.map(([because, value]) => {
      const names = namesIn(value, `${site.location}/${keyword}/${escapeStep(because)}`)
      return when(because, hasAll(site, keyword, { names, because }))
    }),
  )
}

const dependentSchemas: Keyword<Properties> = (site, keyword) =>
  every(Object.keys(recordAt(site, keyword)).map((name) => when(name, site.here(keyword, name))))

/**
 * One walk comes to the verdict of three keywords: what is required of the properties, and, where no others may come, whether there are more
 * than these. The keywords themselves say why a value fails.
 */
const properties: Keyword<Properties> = (site, keyword) => {
  const required: unknown = site.schema['required']
  const isClosed = forbidsOthers(site)
  const known = Object.keys(recordAt(site, keyword)).map((name) => ({
    ...nameOf(name),
    isRequired: Array.isArray(required) && required.includes(name),
    check: site.below(keyword, name),
  }))
  function holdsAll(object: Properties, run: Run): boolean {
    let total = 0
    for (const property of known) {
      const value = own(object, property)
      if (value === undefined) {
        if (property.isRequired) return false
        continue
      }
      total++
      if (property.check !== pass && !run.child(property.check, value, property.name)) return false
    }
    return !isClosed || total === Object.keys(object).length || total === count(object)
  }
  return (object, run) => {
    if (run.isVerdictOnly) return holdsAll(object, run)
    let holds = true
    for (const property of known) {
      const value = own(object, property)
      if (value === undefined) continue
      run.evaluated?.add(property.name)
      if (property.check === pass || run.child(property.check, value, property.name)) continue
      if (run.isDone) return false
      holds = false
    }
    return holds
  }
}

/** Whether the properties that a schema names are all that there may be. */
function forbidsOthers({ schema }: Site): boolean {
  return schema['additionalProperties'] === false && !('patternProperties' in schema)
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
        if (run.isDone) return false
        holds = false
      }
    }
    return holds
  }
}

function patternsOf(site: Site): { readonly pattern: string; readonly regExp: Pattern }[] {
  if (!('patternProperties' in site.schema)) return []
  return Object.keys(recordAt(site, 'patternProperties')).map((pattern) => {
    return { pattern, regExp: patternOf(site, { pattern, location: `${site.location}/patternProperties` }) }
  })
}

/** Judges the properties that neither `properties` nor `patternProperties` of the same schema name. */
const additionalProperties: Keyword<Properties> = (site, keyword) => {
  const judge = remainder(site, keyword, 'additionalProperty')
  const named = new Set('properties' in site.schema ? Object.keys(recordAt(site, 'properties')) : [])
  const patterns = patternsOf(site).map(({ regExp }) => regExp)
  const isJudged = 'properties' in site.schema && forbidsOthers(site)
  return (object, run) => {
    if (judge === undefined && run.evaluated === undefined) return true
    if (isJudged && run.isVerdictOnly) return true
    let holds = true
    for (const name of Object.keys(object)) {
      const value = object[name]
      if (value === undefined || named.has(name) || patterns.some((regExp) => regExp.test(name))) continue
      run.evaluated?.add(name)
      if (judge === undefined || judge(name, value, run)) continue
      if (run.isDone) return false
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
      if (run.isDone) return false
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
      if (object[name] === undefined || run.test(check, name, name)) continue
      if (run.isDone) return false
      const params = { propertyName: name, issues: run.collect(check, name).issues }
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
