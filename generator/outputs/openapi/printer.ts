import { pathToFileURL } from 'node:url'
import type * as openapiTypescript from 'openapi-typescript'
import type * as typescript from 'typescript'
import { UsageError } from '../../errors/problem.ts'
import { installedPackageFile } from '../../package/installed-file.ts'

/** openapi-typescript, and the TypeScript version that it prints with. */
export interface Printer extends Pick<typeof openapiTypescript, 'astToString'> {
  readonly openapiTS: typeof openapiTypescript.default
  readonly ts: typeof typescript
}

/** Loads the printer, which is installed only in projects that use its output. */
export async function loadOpenapiPrinter(): Promise<Printer> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  return { openapiTS, astToString, ts: await loadTypeScript() }
}

/**
 * Loads the TypeScript version that openapi-typescript finds. The project's own version can be 7, which has
 * no syntax tree to print.
 */
async function loadTypeScript(): Promise<typeof typescript> {
  const own = installedPackageFile('openapi-typescript/package.json', import.meta.url)
  const file = own === undefined ? undefined : installedPackageFile('typescript', own)
  if (file === undefined)
    throw new UsageError(
      'openapi-typescript is installed, but the TypeScript version that it needs is not. Fix: npm install --save-dev typescript@5',
    )
  const { default: ts }: { default: typeof typescript } = await import(pathToFileURL(file).href)
  return ts
}
