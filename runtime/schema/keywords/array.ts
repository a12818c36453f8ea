import { testPart } from '../evaluation/branches.ts'
import { countedInIssue } from '../evaluation/issue.ts'
import { MAX_DEPTH, passCheck, reportWhole } from '../evaluation/run.ts'
import { duplicateItems } from '../json/duplicate.ts'
import { isDeeperThan } from '../json/equal.ts'
import { keywordCount, keywordFailure, keywordList } from '../vocabulary/keyword-value.ts'
import { scalarTestOf } from '../vocabulary/scalar-test.ts'
import type { Compile, Keyword, Site } from '../vocabulary/vocabulary.ts'
import { afterOtherKeywords } from './unevaluated.ts'

type Items = readonly unknown[]

const maxItems: Compile<Items> = (site, keyword) => {
  const limit = keywordCount(site, keyword)
  const failure = keywordFailure(site, keyword, {
    params: { limit },
    message: `must have at most ${countedInIssue(limit, 'item')}`,
  })
  return (items, run) => items.length <= limit || reportWhole(failure, run)
}

const minItems: Compile<Items> = (site, keyword) => {
  const limit = keywordCount(site, keyword)
  const failure = keywordFailure(site, keyword, {
    params: { limit },
    message: `must have at least ${countedInIssue(limit, 'item')}`,
  })
  return (items, run) => items.length >= limit || run.report(failure)
}

const uniqueItems: Compile<Items> = (site, keyword) => {
  if (site.schema[keyword] !== true) return passCheck
  return (items, run) => {
    if (isDeeperThan(MAX_DEPTH, items)) return run.reportTooDeep()
    const equal = items.length > 1 ? duplicateItems(items) : undefined
    if (equal === undefined) return true
    const message = `must not have equal items, but items ${equal.first} and ${equal.second} are equal`
    return run.report(keywordFailure(site, keyword, { params: equal, message }))
  }
}

const prefixItems: Compile<Items> = (site, keyword) => {
  const checks = keywordList(site, keyword).map((_, index) => site.below(keyword, index))
  return (items, run) => {
    const length = Math.min(items.length, checks.length)
    let holds = true
    for (let index = 0; index < length; index++) {
      if (run.child(checks[index] ?? passCheck, items[index], index)) continue
      if (run.isDone) return false
      holds = false
    }
    for (let index = 0; run.evaluated && index < length; index++) run.evaluated.add(index)
    return holds
  }
}

/** Checks the items that follow those of `prefixItems`. */
const items: Compile<Items> = (site, keyword) => {
  const check = site.below(keyword)
  const scalar = scalarTestOf(check)
  const { prefixItems: prefix } = site.schema
  const start = Array.isArray(prefix) ? prefix.length : 0
  return (values, run) => {
    if (run.evaluated) run.evaluated.all = true
    if (check === passCheck) return true
    const { hasRoom } = run
    let holds = true
    for (let index = start; index < values.length; index++) {
      const value = values[index]
      if ((hasRoom && scalar?.allows(value)) || run.child(check, value, index)) continue
      if (run.isDone) return false
      holds = false
    }
    return holds
  }
}

/** Compiles `contains` together with its two limits, each of which is reported under its own name. */
const contains: Compile<Items> = (site, keyword) => {
  const check = site.below(keyword)
  const min = 'minContains' in site.schema ? keywordCount(site, 'minContains') : 1
  const max = 'maxContains' in site.schema ? keywordCount(site, 'maxContains') : Number.POSITIVE_INFINITY
  const isUnbounded = max === Number.POSITIVE_INFINITY
  const tooFew = limitFailure(site, 'minContains' in site.schema ? 'minContains' : keyword, {
    limit: min,
    words: 'at least',
  })
  const tooMany = limitFailure(site, 'maxContains', { limit: max, words: 'at most' })
  return (values, run) => {
    let count = 0
    for (let index = 0; index < values.length; index++) {
      if (!testPart(check, values[index], { step: index, run })) continue
      count++
      run.evaluated?.add(index)
      if (count > max || (count >= min && isUnbounded && run.evaluated === undefined)) break
    }
    if (count < min) return run.report(tooFew)
    return count <= max || run.report(tooMany)
  }
}

function limitFailure(site: Site, keyword: string, { limit, words }: { limit: number; words: string }) {
  const message = `must have ${words} ${countedInIssue(limit, 'item')} matching "contains"`
  return keywordFailure(site, keyword, { params: { limit }, message })
}

/** Runs after all other keywords in its schema. */
const unevaluatedItems: Compile<Items> = (site, keyword) => {
  const check = site.below(keyword)
  const forbidden = site.schema[keyword] === false
  return (values, run) => {
    const { evaluated } = run
    if (evaluated === undefined || evaluated.all) return true
    let holds = true
    for (let index = 0; index < values.length; index++) {
      if (evaluated.has(index)) continue
      const message = `must not have an item at index ${index}`
      const allowed = forbidden
        ? run.report(keywordFailure(site, keyword, { params: { unevaluatedItem: index }, message }))
        : run.child(check, values[index], index)
      if (!allowed && run.isDone) return false
      holds &&= allowed
    }
    evaluated.all = true
    return holds
  }
}

/** Keywords for arrays only. @see JSON Schema Core 2020-12, 10.3.1, and Validation 2020-12, 6.4 */
export const maxItemsKeyword: Keyword = { keyword: 'maxItems', order: 'size', array: maxItems }
export const minItemsKeyword: Keyword = { keyword: 'minItems', array: minItems }
export const uniqueItemsKeyword: Keyword = { keyword: 'uniqueItems', order: 'deep', array: uniqueItems }
export const prefixItemsKeyword: Keyword = { keyword: 'prefixItems', order: 'deep', array: prefixItems }
export const itemsKeyword: Keyword = { keyword: 'items', order: 'deep', array: items }
export const containsKeyword: Keyword = {
  keyword: 'contains',
  order: 'deep',
  reads: ['minContains', 'maxContains'],
  array: contains,
}
export const unevaluatedItemsKeyword: Keyword = {
  keyword: 'unevaluatedItems',
  finish: afterOtherKeywords,
  array: unevaluatedItems,
}
