import type * as openapiTypescript from 'openapi-typescript'

/** The parts of openapi-typescript that print types of a document that is loaded already. */
export type Printer = Pick<typeof openapiTypescript, 'transformSchema' | 'astToString' | 'resolveRef'>

const MODULES = 'openapi-typescript/dist'

/**
 * Loads the printer by the modules that hold it. The package's entry also loads Redocly's document loader, which would
 * not run here and takes as long to load as a small document takes to generate.
 */
export async function loadPrinter(): Promise<Printer> {
  const transform: { default: Printer['transformSchema'] } = await import(`${MODULES}/transform/index.mjs`)
  const { astToString }: Pick<Printer, 'astToString'> = await import(`${MODULES}/lib/ts.mjs`)
  const { resolveRef }: Pick<Printer, 'resolveRef'> = await import(`${MODULES}/lib/utils.mjs`)
  return { transformSchema: transform.default, astToString, resolveRef }
}
