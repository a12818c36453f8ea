import { METHODS } from '@concordat/runtime/http'
import type {
  DocumentObject,
  OperationObject,
  PathItemObject,
  SecurityRequirements,
  SecuritySchemeObject,
} from '../../document/document.ts'
import { pathItemOperations } from '../../document/operations.ts'
import { documentNamedMembers } from '../../document/shape.ts'
import { ABSENT_READING } from '../../errors/problem.ts'
import { quoteInProblem } from '../../errors/quote.ts'
import { type Container, isContainer } from '../source/json.ts'
import type { Omissions } from '../source/omissions.ts'
import type { ProblemAtPath } from '../source/problem-at-path.ts'
import type { Path } from '../source/reference.ts'
import type { LoadReport } from './misfit.ts'

/** A token. @see RFC 9110, 9.1 and 5.6.2 */
const METHOD = /^[!#$%&'*+.^_`|~\w-]+$/

const STATUS = /^([1-5]\d\d|[1-5]xx|default)$/i

/**
 * Reports paths that match the same requests. Also reports impossible methods and statuses, which are then
 * omitted, and undeclared security schemes, which are then declared.
 */
export function reportUnheeded(document: DocumentObject, telling: Telling): void {
  const { paths = {}, security } = document
  const schemes = new UndeclaredSchemes(document, telling.report)
  const templates = new Map<string, string>()
  schemes.lookIn(security, ['security'])
  for (const [template, item] of documentNamedMembers(paths)) {
    const path = ['paths', template]
    const shape = template.replace(/#.*$/, '').replace(/\{[^{}]*\}/g, '{}')
    const first = templates.get(shape)
    if (first === undefined) templates.set(shape, template)
    else telling.report(sameShape(template, first, path))
    reportMethods(item, path, telling)
    for (const { operation, steps } of pathItemOperations(item)) {
      schemes.lookIn(operation.security, [...path, ...steps, 'security'])
      reportStatuses(operation, [...path, ...steps], telling)
    }
  }
  schemes.declareAll()
}

interface Telling {
  readonly omissions: Omissions
  readonly report: LoadReport
}

function reportMethods(
  { additionalOperations = {} }: PathItemObject,
  path: Path,
  { omissions, report }: Telling,
): void {
  for (const method of Object.keys(additionalOperations)) {
    const here = [...path, 'additionalOperations', method]
    const isOwnField = METHODS.some((known) => known === method.toUpperCase())
    if (isOwnField) report(methodWithField(method, here))
    else if (METHOD.test(method)) continue
    else report(noMethod(method, here))
    omissions.omit(additionalOperations, here)
  }
}

function reportStatuses({ responses }: OperationObject, path: Path, { omissions, report }: Telling): void {
  for (const [status] of documentNamedMembers(responses)) {
    if (STATUS.test(status)) continue
    const here = [...path, 'responses', status]
    report(noStatus(status, here))
    omissions.omit(responses ?? {}, here)
  }
}

class UndeclaredSchemes {
  readonly #document: DocumentObject
  readonly #report: LoadReport
  readonly #declared: ReadonlySet<string>
  readonly #added: { [name: string]: SecuritySchemeObject } = {}

  constructor(document: DocumentObject, report: LoadReport) {
    this.#document = document
    this.#report = report
    this.#declared = new Set(Object.keys(document.components?.securitySchemes ?? {}))
  }

  lookIn(requirements: SecurityRequirements | undefined, path: Path): void {
    for (const [index, requirement] of (requirements ?? []).entries())
      for (const name of Object.keys(requirement)) {
        if (this.#declared.has(name)) continue
        this.#report(undeclared(name, [...path, String(index), name]))
        this.#added[name] = { type: 'http', scheme: 'bearer' }
      }
  }

  declareAll(): void {
    if (Object.keys(this.#added).length > 0) declare(this.#document, this.#added)
  }
}

/** Adds security schemes in place, so that existing nodes keep their sources. */
function declare(document: Container, schemes: { readonly [name: string]: SecuritySchemeObject }): void {
  let holder = document
  for (const name of ['components', 'securitySchemes']) {
    const inner = isContainer(holder[name]) ? holder[name] : {}
    holder[name] = inner
    holder = inner
  }
  Object.assign(holder, schemes)
}

function sameShape(template: string, first: string, path: Path): ProblemAtPath {
  return {
    code: 'path-twice',
    severity: 'warning',
    path,
    message: `The path ${quoteInProblem(template)} matches the same requests as ${quoteInProblem(first)}, because OpenAPI ignores parameter names and fragments when it compares paths.`,
    reading: 'a separate path, distinguished by its parameter values and by "Accept"',
    fix: 'combine the operations of both in one path.',
  }
}

function methodWithField(method: string, path: Path): ProblemAtPath {
  const field = method.toLowerCase()
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `${quoteInProblem(method)} cannot be an additional method, because path items have a "${field}" field for it.`,
    reading: ABSENT_READING,
    fix: `move the operation to "${field}".`,
  }
}

function noMethod(method: string, path: Path): ProblemAtPath {
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `${quoteInProblem(method)} is not a valid request method; HTTP allows ASCII letters, digits and !#$%&'*+-.^_\`|~.`,
    reading: ABSENT_READING,
    fix: 'write the method as it appears in requests.',
  }
}

function noStatus(status: string, path: Path): ProblemAtPath {
  return {
    code: 'wrong-value',
    severity: 'warning',
    path,
    message: `${quoteInProblem(status)} is not a status; expected "100" to "599", a range such as "4XX", or "default".`,
    reading: ABSENT_READING,
    fix: 'write the response status.',
  }
}

function undeclared(name: string, path: Path): ProblemAtPath {
  return {
    code: 'security-scheme-undeclared',
    severity: 'warning',
    path,
    message: `The security scheme ${quoteInProblem(name)} is not declared.`,
    reading: 'a bearer token in the "Authorization" header',
    fix: 'declare the scheme, or use one that is declared.',
  }
}
