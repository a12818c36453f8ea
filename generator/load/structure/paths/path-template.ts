import { templateNames } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import type { DocumentObject } from '../../../document/document.ts'
import { pathItemOperations } from '../../../document/operations.ts'
import { ABSENT_READING } from '../../../errors/problem.ts'
import { type Container, isContainer, referenceInNode } from '../../source/json.ts'
import type { Omissions } from '../../source/omissions.ts'
import type { ProblemAtPath } from '../../source/problem-at-path.ts'
import { followPath, MAX_HOPS, type Path } from '../../source/reference.ts'
import type { Sources, WrittenNode } from '../../source/sources.ts'
import type { LoadReport } from '../misfit.ts'

/**
 * Compares path templates with the operations' path parameters. Declares a missing parameter as a required
 * string, and drops a parameter that does not occur in the template.
 */
export function fitPathParameters(
  document: DocumentObject,
  { omissions, sources, report }: { omissions: Omissions; sources: Sources; report: LoadReport },
): void {
  const missing: { readonly operation: Container; readonly path: Path; readonly name: string }[] = []
  for (const [template, item] of Object.entries(document.paths ?? {})) {
    if (!template.startsWith('/')) continue
    const names = templateNames(template)
    const expected = new Set(names)
    for (const name of expected)
      if (names.indexOf(name) !== names.lastIndexOf(name)) report(twice(name, template))
    const holders = [
      { node: item, path: ['paths', template] },
      ...[...pathItemOperations(item)].map(({ operation, steps }) => ({
        node: operation,
        path: ['paths', template, ...steps],
      })),
    ]
    const inherited = declared(document, item, ['paths', template])
    for (const { node, path } of holders) {
      const own = declared(document, node, path)
      for (const { name, list, path } of own)
        if (!expected.has(name)) {
          report(unused(name, template, path))
          omissions.omit(list, path)
        }
      if (node === item) continue
      const known = new Set([...inherited, ...own].map(({ name }) => name))
      for (const name of [...expected].filter((name) => !known.has(name))) {
        report(undeclared(name, template, path))
        missing.push({ operation: node, path, name })
      }
    }
  }
  omissions.settle()
  for (const { operation, path, name } of missing)
    declarePathParameter(operation, { name }, { written: sources.trace(document, path), sources })
}

/**
 * Declares a path parameter as if it were written in the operation. It is a string if only its name is known.
 */
export function declarePathParameter(
  operation: Container,
  known: { readonly name: string },
  { written, sources }: { written: WrittenNode; sources: Sources },
): void {
  const { name, ...rest } = known
  const parameter = { name, in: 'path', required: true, schema: { type: 'string' }, ...rest }
  const list = operation['parameters']
  if (Array.isArray(list) && isContainer(list)) {
    sources.set(list, String(list.length), written)
    list.push(parameter)
  } else {
    sources.set(operation, 'parameters', written)
    operation['parameters'] = [parameter]
  }
}

/** Returns the path parameter with a name that a path or an operation declares. */
export function pathParameterNamed(
  document: Container,
  holder: Container,
  name: string | undefined,
): Container | undefined {
  const list = holder['parameters']
  const all = Array.isArray(list) ? list.map((each: unknown) => dereference(document, each)) : []
  return all.filter(isContainer).find((each) => each['in'] === 'path' && each['name'] === name)
}

/** A path parameter declared by a path or an operation. */
interface Declared {
  readonly name: string
  /** The list that contains the parameter. */
  readonly list: Container
  readonly path: Path
}

function declared(document: Container, holder: Container, path: Path): readonly Declared[] {
  const list = holder['parameters']
  if (!Array.isArray(list) || !isContainer(list)) return []
  return Object.keys(list).flatMap((index) => {
    const parameter = dereference(document, list[Number(index)])
    if (!isObject(parameter) || parameter['in'] !== 'path' || typeof parameter['name'] !== 'string') return []
    return [{ name: parameter['name'], list, path: [...path, 'parameters', index] }]
  })
}

function dereference(document: Container, value: unknown): unknown {
  let node = value
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const reference = referenceInNode(node)
    if (reference === undefined) return node
    const step = followPath(document, stepsOf(reference))
    node = step.found ? step.value : undefined
  }
  return undefined
}

function undeclared(name: string, template: string, path: Path): ProblemAtPath {
  return {
    code: 'path-parameter-missing',
    severity: 'warning',
    path,
    message: `The path "${template}" contains "{${name}}", but the operation declares no path parameter "${name}".`,
    reading: 'a required string',
    fix: `add { name: ${name}, in: path, required: true, … } to "parameters".`,
  }
}

function twice(name: string, template: string): ProblemAtPath {
  return {
    code: 'path-parameter-twice',
    severity: 'warning',
    path: ['paths', template],
    message: `The path "${template}" contains "{${name}}" more than once; OpenAPI allows each name once.`,
    reading: 'one value for all of its occurrences',
    fix: 'give each occurrence its own name and parameter.',
  }
}

function unused(name: string, template: string, path: Path): ProblemAtPath {
  return {
    code: 'path-parameter-unused',
    severity: 'warning',
    path,
    message: `The path parameter "${name}" does not occur in the path "${template}".`,
    reading: ABSENT_READING,
    fix: `remove the parameter, or add "{${name}}" to the path.`,
  }
}
