import { identifiers, lowerWordsOf, singularOf } from '@concordat/contract/lexicon'
import { templateNames } from '@concordat/runtime/http'
import type { DocumentObject, OperationObject, PathItemObject } from '../../../document/document.ts'
import { pathItemOperations } from '../../../document/operations.ts'
import { documentNamedMembers } from '../../../document/shape.ts'
import { quoteInProblem } from '../../../errors/quote.ts'
import { type Container, isContainer } from '../../source/json.ts'
import type { ProblemAtPath } from '../../source/problem-at-path.ts'
import type { Sources } from '../../source/sources.ts'
import type { LoadReport } from '../misfit.ts'
import { declarePathParameter, pathParameterNamed } from './path-template.ts'
import { renamePaths } from './rename-paths.ts'

/** A path whose variables each stand for one segment, and the variables that the document does not name. */
interface Reading {
  readonly code: 'path-parameter-twice' | 'wrong-value'
  readonly path: string
  /** New variables, each with the name of the variable whose parameter describes it too. */
  readonly added: readonly { readonly name: string; readonly like?: string }[]
  /** Variables that stood for several segments, so that their patterns describe them no longer. */
  readonly shortened?: readonly string[]
}

/**
 * Rewrites paths in which one variable stands for several items, so that each item has a variable of its own:
 * - "/v1/{name=shelves/*\/books/*}", a pattern of protobuf, becomes "/v1/shelves/{shelf_id}/books/{name}".
 * - "/shelves/{id}/books/{id}" becomes "/shelves/{shelf_id}/books/{id}". A name such as "shelf_id" in two
 *   places is the same value.
 */
export function fitPathVariables(
  document: DocumentObject,
  { sources, report }: { readonly sources: Sources; readonly report: LoadReport },
): void {
  const { paths } = document
  if (!isContainer(paths)) return
  const readings = new Map<string, Reading>()
  for (const [template] of documentNamedMembers(paths)) {
    const reading = patternRead(withPatterns(document, template)) ?? repeatedRead(template)
    const names = templateNames(reading?.path ?? '')
    if (reading === undefined || Object.hasOwn(paths, reading.path) || new Set(names).size < names.length)
      continue
    if ([...readings.values()].some(({ path }) => path === reading.path)) continue
    readings.set(template, reading)
    report(problem(template, reading))
  }
  if (readings.size === 0) return
  renamePaths(document, new Map([...readings].map(([template, { path }]) => [template, path])), sources)
  for (const reading of readings.values()) fitParameters(document, reading, sources)
}

function fitParameters(
  document: DocumentObject,
  { path, added, shortened = [] }: Reading,
  sources: Sources,
): void {
  const item = document.paths?.[path]
  if (item === undefined) return
  const holders: readonly Container[] = [item, ...operationsOf(item)]
  for (const schema of shortened.flatMap((name) => schemasOf(name, { document, holders })))
    delete schema['pattern']
  for (const { operation, steps } of pathItemOperations(item))
    for (const { name, like } of added) {
      const known = [operation, item]
        .map((holder: Container) => pathParameterNamed(document, holder, like))
        .find(isContainer)
      const written = sources.trace(document, ['paths', path, ...steps])
      declarePathParameter(operation, { ...known, name }, { written, sources })
    }
}

/** Writes the patterns of parameters into a path: "{name=shelves/*}" for the pattern "shelves/[^/]+". */
function withPatterns(document: DocumentObject, template: string): string {
  const item = document.paths?.[template]
  if (item === undefined) return template
  const holders: readonly Container[] = [item, ...operationsOf(item)]
  return template.replace(/\{([^{}=+]+)\}/g, (whole, name: string) => {
    const patterns = new Set(schemasOf(name, { document, holders }).map(({ pattern }) => pattern))
    const [pattern, ...others] = patterns
    const segments = String(pattern).replaceAll('[^/]+', '*')
    if (others.length > 0 || !SEGMENTS.test(segments)) return whole
    return `{${name}=${segments}}`
  })
}

/** The schemas of the path parameter with a name, as a path and its operations declare it. */
function schemasOf(
  name: string,
  { document, holders }: { readonly document: Container; readonly holders: readonly Container[] },
): readonly Container[] {
  return holders
    .map((holder) => pathParameterNamed(document, holder, name)?.['schema'])
    .filter((schema) => isContainer(schema))
}

/** Several segments, some of which are names of items. */
const SEGMENTS = /^(?:[\w-]+\/)+\*(?:\/[\w-]+(?:\/\*)?)*$/

function operationsOf(item: PathItemObject): readonly OperationObject[] {
  return [...pathItemOperations(item)].map(({ operation }) => operation)
}

/** A variable with a pattern: "{name=shelves/*}". */
const PATTERN = /\{([^{}=]+)=([^{}]+)\}/g

function patternRead(template: string): Reading | undefined {
  const added: { name: string }[] = []
  const shortened: string[] = []
  const path = template.replace(PATTERN, (_, name: string, pattern: string) => {
    shortened.push(name)
    const segments = pattern.split('/')
    const last = segments.findLastIndex((segment) => /^\*+$/.test(segment))
    const written = segments.map((segment, index) => {
      if (!/^\*+$/.test(segment)) return segment
      if (index === last) return segment === '*' ? `{${name}}` : `{+${name}}`
      added.push({ name: nameAfter(segments[index - 1]) })
      return `{${added.at(-1)?.name}}`
    })
    return written.join('/')
  })
  return path === template ? undefined : { code: 'wrong-value', path, added, shortened }
}

/** Gives names to all but the last of several variables that have the same name, if any item can have it. */
function repeatedRead(template: string): Reading | undefined {
  const names = templateNames(template)
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  const [name, ...others] = [...repeated].filter(identifiers.sure.has)
  if (name === undefined || others.length > 0 || repeated.size > 1) return undefined
  const segments = template.split('/')
  const last = segments.lastIndexOf(`{${name}}`)
  const added: { name: string; like: string }[] = []
  const written = segments.map((segment, index) => {
    if (segment !== `{${name}}` || index === last) return segment
    added.push({ name: nameAfter(segments[index - 1]), like: name })
    return `{${added.at(-1)?.name}}`
  })
  return { code: 'path-parameter-twice', path: written.join('/'), added }
}

/** The name of a variable for an item in the collection that the segment before it names. */
function nameAfter(collection = ''): string {
  return [...lowerWordsOf(collection).map(singularOf), 'id'].join('_')
}

function problem(template: string, { code, path }: Reading): ProblemAtPath {
  const isTwice = code === 'path-parameter-twice'
  return {
    ...{ code, severity: 'warning', path: ['paths', template] },
    message: isTwice
      ? `The path ${quoteInProblem(template)} contains one parameter more than once; OpenAPI allows each name once.`
      : `A parameter of the path ${quoteInProblem(template)} stands for several segments, which OpenAPI forbids.`,
    reading: quoteInProblem(path),
    fix: isTwice ? 'give each occurrence its own name and parameter.' : `write ${quoteInProblem(path)}.`,
  }
}
