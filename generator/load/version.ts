import { isObject } from '@concordat/runtime/json'
import {
  isYoungerVersion,
  misspeltVersion,
  VERSIONS,
  type Version,
  versionNamed,
  versionText,
} from '../document/version.ts'
import type { Problem, SourcePlace } from '../errors/problem.ts'
import { quoteInProblem } from '../errors/quote.ts'
import { type Container, setNodeMember } from './source/json.ts'
import type { Path } from './source/reference.ts'

/** Other formats, by the property that contains their version. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  asyncapi: 'an AsyncAPI document',
  arazzo: 'an Arazzo description',
  overlay: 'an OpenAPI Overlay',
  openrpc: 'an OpenRPC document',
  swaggerVersion: 'a Swagger 1 document',
}

/** Locates problems and receives warnings. */
interface Telling {
  readonly place: (path: Path) => SourcePlace
  readonly report: (problem: Problem) => void
}

/**
 * Returns the OpenAPI version of a document, or the reason why it cannot be loaded. Two mistakes only cause a
 * warning: an OpenAPI 3 version newer than all supported ones is treated as the latest supported one, and a
 * version with too few or too many numbers is corrected.
 */
export function detectDocumentVersion(document: unknown, telling: Telling): Version | Problem {
  if (!isObject(document))
    return refused(telling.place([]), {
      message: `The file contains ${kindOf(document)}.`,
      fix: 'provide the OpenAPI document itself.',
    })
  const field = document['swagger'] === undefined ? 'openapi' : 'swagger'
  const named = document[field]
  if (named === undefined) return withoutVersion(document, telling)
  // YAML reads 2.0 without quotes as the number 2.
  const text = typeof named === 'number' && Number.isInteger(named) ? `${named}.0` : named
  const version = versionNamed(field, text)
  if (version !== undefined) return version
  const meant = misspeltVersion(field, text)
  if (meant !== undefined) return respelt(document, meant, telling)
  if (typeof named !== 'string')
    return refused(telling.place([field]), {
      message: `The version ${quoteInProblem(named)} is not a string.`,
      fix: `write it in full and in quotes: "${field === 'swagger' ? '2.0' : '3.1.1'}".`,
    })
  const last = VERSIONS.at(-1)
  if (last === undefined || field !== 'openapi' || !isYoungerVersion(named))
    return refused(telling.place([field]), {
      message: `The document is written in ${field === 'openapi' ? 'OpenAPI' : 'Swagger'} ${quoteInProblem(named)}, which is not a supported version.`,
      fix: remedyFor(field, named),
    })
  telling.report(younger(named, { last, place: telling.place(['openapi']) }))
  return last
}

/** Remedy for a document whose version is not supported. */
function remedyFor(field: Version['field'], named: string): string {
  if (!/^3\b/.test(named)) return 'convert it to OpenAPI 3.1.'
  return field === 'openapi'
    ? 'write it in full: "3.1.1".'
    : 'rename "swagger" to "openapi", and write the version in full, such as "3.1.1".'
}

function refused(
  place: SourcePlace,
  { message, fix }: { readonly message: string; readonly fix: string },
): Problem {
  return {
    code: 'unsupported-version',
    severity: 'error',
    place,
    message: `${message} Supported: OpenAPI ${supported()}.`,
    fix,
  }
}

function withoutVersion(document: object, { place }: Telling): Problem {
  const other = Object.keys(OTHER_FORMATS).find((member) => Object.hasOwn(document, member))
  if (other !== undefined)
    return refused(place([other]), {
      message: `The file is ${OTHER_FORMATS[other]}.`,
      fix: 'provide an OpenAPI document.',
    })
  return refused(place([]), {
    message: 'The document has no "openapi" property to state its version.',
    fix: 'add `openapi: 3.1.1` if the file is an OpenAPI document.',
  })
}

/**
 * Corrects the version in the document to the form that its specification requires, so that later stages can
 * read it.
 */
function respelt(document: Container, version: Version, { place, report }: Telling): Version {
  const { field, name } = version
  report({
    code: 'unsupported-version',
    severity: 'warning',
    place: place([field]),
    message: `The version ${quoteInProblem(document[field])} is not a string of ${field === 'swagger' ? 'two' : 'three'} numbers.`,
    reading: `OpenAPI ${name}`,
    fix: `write it in quotes: "${versionText(version)}".`,
  })
  setNodeMember(document, field, versionText(version))
  return version
}

function younger(
  named: string,
  { last, place }: { readonly last: Version; readonly place: SourcePlace },
): Problem {
  return {
    code: 'unsupported-version',
    severity: 'warning',
    place,
    message: `The document is written in OpenAPI ${quoteInProblem(named)}, which is newer than Concordat supports.`,
    reading: `OpenAPI ${last.name}, without the additions of later versions`,
    fix: `write "${last.name}.0" if the document uses nothing newer.`,
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'no data'
  return `${Array.isArray(value) ? 'an array' : `a ${typeof value}`}, not an object`
}

/**
 * Created on demand, because loading a language's rules takes as long as generating code for a small
 * document.
 */
function supported(): string {
  return new Intl.ListFormat('en-GB').format(VERSIONS.map(({ name }) => name))
}
