import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../generator/errors/problem.ts'
import { root } from '../e2e/package/packed.ts'

/** One document of each kind that newcomers bring. */
export const OWN_DOCUMENTS = {
  'OpenAPI 3.0': join(root, 'test/e2e/package/petstore.yaml'),
  'OpenAPI 3.1': join(root, 'test/golden/list-with-offset-and-next/openapi.yaml'),
  'Swagger 2.0': join(root, 'test/golden/swagger-responses-and-security/openapi.yaml'),
} as const

const NAME = /^(?:openapi|swagger)\.(?:ya?ml|json)$/

/**
 * Returns the documents selected on the command line: files, and those called "openapi" or "swagger" in
 * folders.
 * @param paths absolute paths; without any, our own documents are used.
 */
export function documentsIn(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return Object.values(OWN_DOCUMENTS)
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw new UsageError(`There is no "${path}".`)
    if (statSync(path).isFile()) return [path]
    const found = readdirSync(path).filter((name) => NAME.test(name))
    if (found.length === 0) throw new UsageError(`There is no openapi.yaml and the like in "${path}".`)
    return found.map((name) => join(path, name))
  })
}
