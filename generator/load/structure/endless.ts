import { valueAt } from '@concordat/runtime/json'
import { fragmentOf, stepsOf } from '@concordat/runtime/pointer'
import {
  KEYWORDS,
  type KeywordWith,
  keywordsThatHold,
  type SchemaKeyword,
} from '@concordat/runtime/subschemas'
import type { DocumentObject } from '../../document/document.ts'
import { UNKNOWN_READING } from '../../errors/problem.ts'
import { quoteInProblem } from '../../errors/quote.ts'
import { type Container, isContainer, referenceInNode } from '../source/json.ts'
import type { Path } from '../source/reference.ts'
import { MAX_CHAIN } from './inheritance.ts'
import type { LoadReport } from './misfit.ts'

type InPlace = KeywordWith<{ readonly kind: 'in-place' }>

const isInPlace = <Keyword extends SchemaKeyword>(keyword: Keyword): keyword is Keyword & InPlace =>
  KEYWORDS[keyword].kind === 'in-place'

/** Keywords that apply one other schema to the same value. */
const ONES = keywordsThatHold('one').filter(isInPlace)
const SEVERAL = [...keywordsThatHold('list'), ...keywordsThatHold('map')].filter(isInPlace)

/**
 * The searches for endless schemas, each with the keywords that it ignores. A base schema is not endless if
 * its `oneOf` lists kinds whose `allOf` contains the base, because such a kind gets only the base's other
 * keywords.
 */
const WAYS: readonly { readonly of?: readonly string[]; readonly ofComponents?: readonly string[] }[] = [
  { of: ['anyOf', 'oneOf'] },
  { of: ['allOf'] },
  { ofComponents: ['allOf'] },
]

const SECTION = ['components', 'schemas']

/**
 * Removes references that make a schema part of itself, with a warning, because validation would never end.
 */
export function cutEndlessSchemas(document: DocumentObject, report: LoadReport): void {
  for (const { of = [], ofComponents = [] } of WAYS) {
    const several = SEVERAL.filter((keyword) => !of.includes(keyword))
    const severalOfComponents = several.filter((keyword) => !ofComponents.includes(keyword))
    const open = new Set<string>()
    const anchors: string[] = []
    const done = new Set<string>()

    function visit(path: Path): void {
      const target = fragmentOf(path)
      // Chains that are too long are reported elsewhere.
      if (done.has(target) || open.size > MAX_CHAIN) return
      open.add(target)
      walk(valueAt(document, path), path)
      open.delete(target)
      done.add(target)
    }

    function walk(schema: unknown, path: Path): void {
      if (Array.isArray(schema) || !isContainer(schema)) return
      const { $dynamicRef, $dynamicAnchor } = schema
      if ($dynamicAnchor !== undefined) anchors.push(`#${$dynamicAnchor}`)
      if (typeof $dynamicRef === 'string' && anchors.includes($dynamicRef)) {
        delete schema['$dynamicRef']
        report(endless($dynamicRef, path))
      }
      const target = targetOf(schema)
      if (target !== undefined && open.has(fragmentOf(target))) {
        delete schema['$ref']
        report(endless(fragmentOf(target), path))
      } else if (target !== undefined) visit(target)
      for (const keyword of ONES) walk(schema[keyword], [...path, keyword])
      for (const keyword of path.length > SECTION.length + 1 ? several : severalOfComponents)
        for (const [step, part] of Object.entries(Object(schema[keyword])))
          walk(part, [...path, keyword, step])
      if ($dynamicAnchor !== undefined) anchors.pop()
    }

    for (const name of Object.keys(document.components?.schemas ?? {})) visit([...SECTION, name])
  }
}

/** The component to which a reference points, or a schema nested in it. */
function targetOf(schema: Container): Path | undefined {
  const reference = referenceInNode(schema) ?? ''
  return reference.startsWith(`${fragmentOf(SECTION)}/`) ? stepsOf(reference) : undefined
}

function endless(target: string, path: Path): Parameters<LoadReport>[0] {
  return {
    code: 'reference-cycle',
    severity: 'warning',
    path,
    message: `${quoteInProblem(target)} points back to a schema that contains it, so values can never be checked against it.`,
    reading: UNKNOWN_READING,
    fix: 'remove the reference, or refer to a schema that does not contain this one.',
  }
}
