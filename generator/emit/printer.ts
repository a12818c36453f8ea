import { pathToFileURL } from 'node:url'
import type * as openapiTypescript from 'openapi-typescript'
import type * as typescript from 'typescript'
import { installedFile } from '../package/installed-file.ts'

/** The parts of openapi-typescript that print types of a document that is loaded already, and the TypeScript that it prints by. */
export type Printer = Pick<typeof openapiTypescript, 'transformSchema' | 'astToString' | 'resolveRef'> & {
  readonly ts: typeof typescript
}

const MODULES = 'openapi-typescript/dist'

/**
 * Loads the printer by the modules that hold it. The package's entry also loads Redocly's document loader, which would
 * not run here and takes as long to load as a small document takes to generate.
 */
export async function loadPrinter(): Promise<Printer> {
  const transform: { default: Printer['transformSchema'] } = await import(`${MODULES}/transform/index.mjs`)
  const { astToString }: Pick<Printer, 'astToString'> = await import(`${MODULES}/lib/ts.mjs`)
  const { resolveRef }: Pick<Printer, 'resolveRef'> = await import(`${MODULES}/lib/utils.mjs`)
  return { transformSchema: transform.default, astToString, resolveRef, ts: await loadTypeScript() }
}

/** The one that openapi-typescript finds: the project's own may be 7, which has no syntax tree to print. */
async function loadTypeScript(): Promise<typeof typescript> {
  const own = installedFile('openapi-typescript/package.json', import.meta.url)
  const file = own === undefined ? undefined : installedFile('typescript', own)
  if (file === undefined)
    throw new Error('openapi-typescript is installed without the TypeScript that it prints by.')
  const { default: ts }: { default: typeof typescript } = await import(pathToFileURL(file).href)
  return ts
}
