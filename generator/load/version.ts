import { isObject } from '@concordat/runtime/json'
import { VERSIONS, type Version } from '../document/version.ts'
import type { Place, Problem } from '../errors/problem.ts'
import { quote } from '../errors/quote.ts'
import type { Path } from './source/reference.ts'

const SUPPORTED = VERSIONS.map(({ name }) => name).join(' and ')

/** Which OpenAPI a document is written in, or why that is none that can be loaded. */
export function detectVersion(
  document: unknown,
  { place }: { place: (path: Path) => Place },
): Version | Problem {
  const refuse = (path: Path, message: string, fix: string): Problem => ({
    code: 'unsupported-version',
    severity: 'error',
    place: place(path),
    message: `${message} Supported are OpenAPI ${SUPPORTED}.`,
    fix,
  })
  if (!isObject(document)) return refuse([], 'The file holds no object.', 'name the OpenAPI document itself.')
  const { openapi, swagger } = document
  if (swagger !== undefined)
    return refuse(
      ['swagger'],
      `The document is written in Swagger (OpenAPI) ${quote(swagger)}.`,
      'convert it to OpenAPI 3, for instance with swagger2openapi.',
    )
  if (openapi === undefined)
    return refuse(
      [],
      'The document has no member "openapi", which names its version.',
      'add `openapi: 3.1.1` if it is one.',
    )
  const version = VERSIONS.find(({ texts }) => typeof openapi === 'string' && texts.test(openapi))
  if (version !== undefined) return version
  if (typeof openapi !== 'string')
    return refuse(
      ['openapi'],
      `The version ${quote(openapi)} is not a string.`,
      'write it in full and in quotes: "3.1.1".',
    )
  return refuse(
    ['openapi'],
    `The document is written in OpenAPI ${quote(openapi)}.`,
    openapi.startsWith('3.2')
      ? 'write "3.1.1" if the document uses nothing that is new in 3.2.'
      : 'convert it to OpenAPI 3.1.',
  )
}
