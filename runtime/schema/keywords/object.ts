import { collectBranches, testPart } from '../evaluation/branches.ts'
import { countedInIssue, quoteInIssue } from '../evaluation/issue.ts'
import { namesOf } from '../evaluation/property-finder.ts'
import { type Check, everyCheck, passCheck, type Run, reportWhole } from '../evaluation/run.ts'
import { escapeStep } from '../json/pointer.ts'
import {
  keywordCount,
  keywordFailure,
  keywordNames,
  keywordPattern,
  keywordRecord,
} from '../vocabulary/keyword-value.ts'
import { scalarTestOf } from '../vocabulary/scalar-test.ts'
import type { Compile, Keyword, NamePattern, Properties, Site } from '../vocabulary/vocabulary.ts'
import { isUnnamedProperty, ownProperty, propertiesNamedAt, propertyNameOf } from './properties.ts'
import { afterOtherKeywords } from './unevaluated.ts'

function count(object: Properties, run: Run): number {
  let total = 0
  for (const name of namesOf(object, run.properties)) if (object[name] !== undefined) total++
  return total
}

const maxProperties: Compile<Properties> = (site, keyword) => {
  const limit = keywordCount(site, keyword)
  const failure = keywordFailure(site, keyword, {
    params: { limit },
    message: `must have at most ${countedInIssue(limit, 'property')}`,
  })
  return (object, run) => count(object, run) <= limit || reportWhole(failure, run)
}

const minProperties: Compile<Properties> = (site, keyword) => {
  const limit = keywordCount(site, keyword)
  const failure = keywordFailure(site, keyword, {
    params: { limit },
    message: `must have at least ${countedInIssue(limit, 'property')}`,
  })
  return (object, run) => count(object, run) >= limit || run.report(failure)
}

const required: Compile<Properties> = (site, keyword) =>
  hasAll(site, keyword, { names: keywordNames(site.schema[keyword], `${site.location}/${keyword}`) })

/**
 * Creates a check that an object has all the properties. It reports the missing ones. `because` is the
 * property that requires them.
 */
function hasAll(
  site: Site,
  keyword: string,
  { names, because }: { names: readonly string[]; because?: string },
): Check<Properties> {
  const named = propertiesNamedAt(site)
  const needed = names.map((name) => ({
    ...propertyNameOf(name),
    place: named.places.get(name),
    failure: keywordFailure(site, keyword, {
      params:
        because === undefined ? { missingProperty: name } : { property: because, missingProperty: name },
      message: `must have the property ${quoteInIssue(name)}${because === undefined ? '' : ` because it has ${quoteInIssue(because)}`}`,
    }),
  }))
  const isNamed = needed.some(({ place }) => place !== undefined)
  // Contains only numbers, so that `needed` is read from memory only for properties that seem to be missing.
  const places = needed.map(({ place }) => place ?? -1)
  return (object, run) => {
    const found = isNamed ? run.properties.find(named, object).values : []
    let holds = true
    for (let index = 0; index < places.length; index++) {
      const place = places[index] ?? -1
      if (place !== -1 && found[place] !== undefined) continue
      const property = needed[index]
      if (property === undefined || (place === -1 && ownProperty(object, property) !== undefined)) continue
      holds = run.report(property.failure)
      if (run.isDone) return false
    }
    return holds
  }
}

/** Limits a check to objects that have a certain property. */
function when(name: string, check: Check<Properties>): Check<Properties> {
  const condition = propertyNameOf(name)
  return (object, run) => ownProperty(object, condition) === undefined || check(object, run)
}

const dependentRequired: Compile<Properties> = (site, keyword) => {
  const entries = Object.entries(keywordRecord(site, keyword))
  return everyCheck(
    entries.map(([because, value]) => {
      const names = keywordNames(value, `${site.location}/${keyword}/${escapeStep(because)}`)
      return when(because, hasAll(site, keyword, { names, because }))
    }),
  )
}

const dependentSchemas: Compile<Properties> = (site, keyword) =>
  everyCheck(Object.keys(keywordRecord(site, keyword)).map((name) => when(name, site.here(keyword, name))))

const properties: Compile<Properties> = (site, keyword) => {
  const named = propertiesNamedAt(site)
  const checks = named.names.map((name) => site.below(keyword, name))
  const scalars = checks.map(scalarTestOf)
  const places = [...checks.keys()]
  // If only the verdict is wanted, check scalars first, because they can decide it before a list is walked.
  const isScalar = (place: number) => scalars[place]?.hasNoParts ?? false
  const scalarsFirst = [...places.filter(isScalar), ...places.filter((place) => !isScalar(place))]
  return (object, run) => {
    const { values } = run.properties.find(named, object)
    const { hasRoom } = run
    let holds = true
    const order = run.isSilent ? scalarsFirst : places
    for (let index = 0; index < order.length; index++) {
      const place = order[index] ?? 0
      const value = values[place]
      if (value === undefined) continue
      if (hasRoom && run.evaluated === undefined && scalars[place]?.allows(value)) continue
      const name = named.names[place] ?? ''
      const check = checks[place] ?? passCheck
      run.evaluated?.add(name)
      if (check === passCheck || run.child(check, value, name)) continue
      if (run.isDone) return false
      holds = false
    }
    return holds
  }
}

const patternProperties: Compile<Properties> = (site, keyword) => {
  const patterns = patternsOf(site).map(({ pattern, regExp }) => ({
    regExp,
    check: site.below(keyword, pattern),
  }))
  return (object, run) => {
    let holds = true
    for (const name of namesOf(object, run.properties)) {
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

function patternsOf(site: Site): NamePattern[] {
  return Object.keys(keywordRecord(site, 'patternProperties')).map((pattern) => {
    return {
      pattern,
      regExp: keywordPattern(site, { pattern, location: `${site.location}/patternProperties` }),
    }
  })
}

/**
 * Checks the properties that are matched by neither `properties` nor `patternProperties` in the same schema.
 */
const additionalProperties: Compile<Properties> = (site, keyword) => {
  const judge = remainder(site, keyword, 'additionalProperty')
  const named = propertiesNamedAt(site)
  const patterns = site.vocabulary.keywords.get('patternProperties')?.claim?.(site) ?? []
  return (object, run) => {
    if (judge === undefined && run.evaluated === undefined) return true
    const { others } = run.properties.find(named, object)
    let holds = true
    for (const name of others) {
      if (!isUnnamedProperty(named, object, name) || patterns.some(({ regExp }) => regExp.test(name)))
        continue
      run.evaluated?.add(name)
      if (judge === undefined || judge(name, object[name], run)) continue
      if (run.isDone) return false
      holds = false
    }
    return holds
  }
}

/** Runs after all other keywords in its schema. */
const unevaluatedProperties: Compile<Properties> = (site, keyword) => {
  const judge = remainder(site, keyword, 'unevaluatedProperty')
  return (object, run) => {
    const { evaluated } = run
    if (evaluated === undefined || evaluated.all) return true
    let holds = true
    for (const name of judge === undefined ? [] : namesOf(object, run.properties)) {
      const value = object[name]
      if (value === undefined || evaluated.has(name) || judge?.(name, value, run)) continue
      if (run.isDone) return false
      holds = false
    }
    evaluated.all = true
    return holds
  }
}

/** The check for a remaining property; `undefined` if any value is allowed. */
function remainder(site: Site, keyword: string, param: string) {
  const check = site.below(keyword)
  if (check === passCheck) return undefined
  if (site.schema[keyword] !== false)
    return (name: string, value: unknown, run: Run) => run.child(check, value, name)
  const { schemaPath } = keywordFailure(site, keyword, { params: {}, message: '' })
  return (name: string, _: unknown, run: Run) => {
    if (run.isSilent) return false
    const message = `must not have the property ${quoteInIssue(name)}`
    return run.report({ schemaPath, keyword, params: { [param]: name }, message })
  }
}

const propertyNames: Compile<Properties> = (site, keyword) => {
  const check = site.below(keyword)
  const scalar = scalarTestOf(check)
  return (object, run) => {
    const { hasRoom } = run
    let holds = true
    for (const name of namesOf(object, run.properties)) {
      if (object[name] === undefined || (hasRoom && scalar?.allows(name))) continue
      if (testPart(check, name, { step: name, run })) continue
      if (run.isDone) return false
      const [failed] = collectBranches([check], name, run)
      const params = { propertyName: name, issues: failed?.issues ?? [] }
      run.report(
        keywordFailure(site, keyword, {
          params,
          message: `must not have a property named ${quoteInIssue(name)}`,
        }),
      )
      holds = false
    }
    return holds
  }
}

/** Keywords for objects only. @see JSON Schema Core 2020-12, 10.3.2, and Validation 2020-12, 6.5 */
export const maxPropertiesKeyword: Keyword = {
  keyword: 'maxProperties',
  order: 'size',
  object: maxProperties,
}
export const minPropertiesKeyword: Keyword = { keyword: 'minProperties', object: minProperties }
export const requiredKeyword: Keyword = { keyword: 'required', object: required }
export const dependentRequiredKeyword: Keyword = { keyword: 'dependentRequired', object: dependentRequired }
export const dependentSchemasKeyword: Keyword = {
  keyword: 'dependentSchemas',
  order: 'deep',
  object: dependentSchemas,
}
export const propertiesKeyword: Keyword = { keyword: 'properties', order: 'deep', object: properties }
export const patternPropertiesKeyword: Keyword = {
  claim: (site) => ('patternProperties' in site.schema ? patternsOf(site) : []),
  keyword: 'patternProperties',
  order: 'deep',
  object: patternProperties,
}
export const additionalPropertiesKeyword: Keyword = {
  keyword: 'additionalProperties',
  order: 'deep',
  object: additionalProperties,
}
export const propertyNamesKeyword: Keyword = {
  keyword: 'propertyNames',
  order: 'deep',
  object: propertyNames,
}
export const unevaluatedPropertiesKeyword: Keyword = {
  keyword: 'unevaluatedProperties',
  finish: afterOtherKeywords,
  object: unevaluatedProperties,
}
