import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../generator/errors/problem.ts'
import type { ToolId } from './tool.ts'

/**
 * Maximum time and memory that Concordat may use for a document, as a share of what another tool needs for
 * it. Concordat generates its default outputs in one run.
 */
export interface GenerationBar {
  readonly beside: ToolId
  readonly seconds?: number
  readonly megabytes?: number
}

/** A document for which generators are compared. */
export interface BenchDocument {
  readonly name: 'petstore' | 'stripe' | 'github'
  /** Absolute path. */
  readonly file: string
  readonly bars: readonly GenerationBar[]
}

const BARS: Readonly<Record<BenchDocument['name'], readonly GenerationBar[]>> = {
  petstore: [{ beside: 'redocly', seconds: 0.9, megabytes: 1 }],
  stripe: [
    { beside: 'openapi-typescript', seconds: 1 },
    { beside: 'redocly', seconds: 1, megabytes: 1 },
  ],
  github: [
    { beside: 'redocly', seconds: 0.95, megabytes: 1 },
    { beside: 'openapi-typescript', seconds: 0.6 },
  ],
}

/**
 * Finds the documents in a folder, each as a file or a folder with the document's name:
 * "petstore/openapi.yaml", "github.json".
 * @throws {UsageError} if one is missing.
 */
export function benchDocuments(folder: string): readonly BenchDocument[] {
  return (['petstore', 'stripe', 'github'] as const).map((name) => {
    const own = join(folder, name)
    const inside = existsSync(own) && statSync(own).isDirectory()
    const names = inside ? readdirSync(own).map((entry) => join(name, entry)) : readdirSync(folder)
    const wanted = inside
      ? /[/\\](?:openapi|swagger)\.(?:json|ya?ml)$/
      : new RegExp(`^${name}\\.(?:json|ya?ml)$`)
    const found = names.find((entry) => wanted.test(entry))
    if (found === undefined)
      throw new UsageError(
        `"${folder}" contains neither "${name}.json" (or ".yaml") nor "${name}/openapi.json" (or ".yaml").`,
      )
    return { name, file: join(folder, found), bars: BARS[name] }
  })
}
