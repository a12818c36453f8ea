import { METHODS } from '@concordat/runtime/http'
import type {
  DocumentObject,
  PathItemObject,
  SecurityRequirements,
  SecuritySchemeObject,
} from '../../document/document.ts'
import { operationsIn } from '../../document/operations.ts'
import { namedMembers } from '../../document/shape.ts'
import { quote } from '../../errors/quote.ts'
import { type Container, isContainer } from '../source/json.ts'
import type { Omissions } from '../source/omissions.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'
import { ABSENT, type Report } from './misfit.ts'

/** A token. @see RFC 9110, 9.1 and 5.6.2 */
const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/

const STATUS = /^([1-5]\d\d|[1-5]xx|default)$/i

/**
 * Names that fit the table of OpenAPI objects but have no effect: unreachable paths, impossible methods and
 * statuses. Security schemes that are declared nowhere are declared.
 */
export function reportUnheeded(
  document: DocumentObject,
  { omissions, report }: { readonly omissions: Omissions; readonly report: Report },
): void {
  const { paths = {}, security, components } = document
  const declared = new Set(Object.keys(components?.securitySchemes ?? {}))
  const added: { [name: string]: SecuritySchemeObject } = {}
  const templates = new Map<string, string>()
  reportSchemes(security, ['security'])
  for (const [template, item] of namedMembers(paths)) {
    const path = ['paths', template]
    if (!template.startsWith('/')) {
      report(unknownPath(template, path))
      omissions.omit(paths, path)
      continue
    }
    const shape = template.replace(/#.*$/, '').replace(/\{[^{}]*\}/g, '{}')
    const first = templates.get(shape)
    if (first === undefined) templates.set(shape, template)
    else report(sameShape(template, first, path))
    reportMethods(item, path)
    for (const { operation, steps } of operationsIn(item)) {
      reportSchemes(operation.security, [...path, ...steps, 'security'])
      for (const [status] of namedMembers(operation.responses)) {
        if (STATUS.test(status)) continue
        const here = [...path, ...steps, 'responses', status]
        report(noStatus(status, here))
        omissions.omit(operation.responses ?? {}, here)
      }
    }
  }

  if (Object.keys(added).length > 0) declare(document, added)

  function reportMethods({ additionalOperations = {} }: PathItemObject, path: Path): void {
    for (const method of Object.keys(additionalOperations)) {
      const here = [...path, 'additionalOperations', method]
      const isOwnField = METHODS.some((known) => known === method.toUpperCase())
      if (isOwnField) report(methodWithField(method, here))
      else if (METHOD.test(method)) continue
      else report(noMethod(method, here))
      omissions.omit(additionalOperations, here)
    }
  }

  function reportSchemes(requirements: SecurityRequirements | undefined, path: Path): void {
    for (const [index, requirement] of (requirements ?? []).entries())
      for (const name of Object.keys(requirement)) {
        if (declared.has(name)) continue
        report(undeclared(name, [...path, String(index), name]))
        added[name] = { type: 'http', scheme: 'bearer' }
      }
  }
}

/** Adds security schemes in place: what is there keeps its sources. */
function declare(document: Container, schemes: { readonly [name: string]: SecuritySchemeObject }): void {
  let holder = document
  for (const name of ['components', 'securitySchemes']) {
    const inner = isContainer(holder[name]) ? holder[name] : {}
    holder[name] = inner
    holder = inner
  }
  Object.assign(holder, schemes)
}

function unknownPath(template: string, path: Path): ProblemAtPath {
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `The path ${quote(template)} does not begin with "/".`,
    reading: ABSENT,
    fix: `write ${quote(`/${template}`)}.`,
  }
}

function sameShape(template: string, first: string, path: Path): ProblemAtPath {
  return {
    code: 'path-twice',
    severity: 'warning',
    path,
    message: `The path ${quote(template)} matches the same requests as ${quote(first)}: different parameter names or fragments do not make paths different.`,
    reading: 'a separate path, told from the other by what its parameters take and by what "Accept" prefers',
    fix: 'write one path with the operations of both.',
  }
}

function methodWithField(method: string, path: Path): ProblemAtPath {
  const field = method.toLowerCase()
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `${quote(method)} is not an additional method: path items have the field "${field}" for it.`,
    reading: ABSENT,
    fix: `move the operation to "${field}".`,
  }
}

function noMethod(method: string, path: Path): ProblemAtPath {
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `${quote(method)} is not a method that a request can have; expected letters, digits and "-".`,
    reading: ABSENT,
    fix: 'name the method as requests write it.',
  }
}

function noStatus(status: string, path: Path): ProblemAtPath {
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `${quote(status)} is not a status; expected one from "100" to "599", a range such as "4XX", or "default".`,
    reading: ABSENT,
    fix: 'name the status of the response.',
  }
}

function undeclared(name: string, path: Path): ProblemAtPath {
  return {
    code: 'security-scheme-undeclared',
    severity: 'warning',
    path,
    message: `The security scheme ${quote(name)} is not declared.`,
    reading: 'a bearer token in the header "Authorization"',
    fix: 'declare the scheme, or name one that is declared.',
  }
}
