import { isObject } from '@concordat/runtime/json'
import { abbreviatedVersion, isYounger, VERSIONS, type Version, versionNamed } from '../document/version.ts'
import type { Problem, SourcePlace } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import { setMember } from './source/json.ts'
import type { Path } from './source/reference.ts'

/** Other formats, by the member that names their version. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  asyncapi: 'an AsyncAPI document',
  arazzo: 'an Arazzo description',
  overlay: 'an OpenAPI Overlay',
  openrpc: 'an OpenRPC document',
  swaggerVersion: 'a Swagger 1 document',
}

/**
 * Version of OpenAPI that a document is written in, or why it cannot be loaded. A version of OpenAPI 3 newer
 * than all that we know is read as the last of these, and one without its third number is written in full,
 * each with a warning.
 */
export function detectVersion(
  document: unknown,
  { place, report }: { place: (path: Path) => SourcePlace; report: (problem: Problem) => void },
): Version | Problem {
  const refuse = (path: Path, message: string, fix: string): Problem => ({
    code: 'unsupported-version',
    severity: 'error',
    place: place(path),
    message: `${message} Supported: OpenAPI ${supported()}.`,
    fix,
  })
  if (!isObject(document))
    return refuse(
      [],
      `The file holds ${kindOf(document)}, not an object.`,
      'name the OpenAPI document itself.',
    )
  const field = document['swagger'] === undefined ? 'openapi' : 'swagger'
  const named = document[field]
  if (named === undefined) {
    const other = Object.keys(OTHER_FORMATS).find((member) => Object.hasOwn(document, member))
    if (other !== undefined)
      return refuse([other], `The file is ${OTHER_FORMATS[other]}.`, 'name an OpenAPI document.')
    return refuse(
      [],
      'The document has no member "openapi", which names its version.',
      'add `openapi: 3.1.1` if it is one.',
    )
  }
  // YAML reads 2.0 without quotes as the number 2.
  const text = typeof named === 'number' && Number.isInteger(named) ? `${named}.0` : named
  const version = versionNamed(field, text)
  if (version !== undefined) return version
  const short = abbreviatedVersion(field, text)
  if (short !== undefined) {
    report({
      code: 'unsupported-version',
      severity: 'warning',
      place: place([field]),
      message: `The version ${quote(named)} is not a text with three numbers.`,
      reading: `OpenAPI ${short.name}`,
      fix: `write it in full and in quotes: "${short.name}.0".`,
    })
    // Later stages read it there.
    setMember(document, field, `${short.name}.0`)
    return short
  }
  if (typeof named !== 'string')
    return refuse(
      [field],
      `The version ${quote(named)} is not a string.`,
      'write it in full and in quotes: "3.1.1".',
    )
  const last = VERSIONS.at(-1)
  if (last === undefined || field !== 'openapi' || !isYounger(named))
    return refuse(
      [field],
      `The document is written in ${field === 'openapi' ? 'OpenAPI' : 'Swagger'} ${quote(named)}.`,
      /^3\b/.test(named) ? 'write it in full: "3.1.1".' : 'convert it to OpenAPI 3.1.',
    )
  report({
    code: 'unsupported-version',
    severity: 'warning',
    place: place(['openapi']),
    message: `The document is written in OpenAPI ${quote(named)}, which is newer than this tool.`,
    reading: `OpenAPI ${last.name}; what later versions add is not known`,
    fix: `write "${last.name}.0" if the document uses nothing that is newer.`,
  })
  return last
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}

/** Made on demand: loading the rules of a language takes as long as generating from a small document. */
function supported(): string {
  return new Intl.ListFormat('en-GB').format(VERSIONS.map(({ name }) => name))
}
