import { createRequire, registerHooks } from 'node:module'
import { isSea } from 'node:sea'

/**
 * The file of the command line where it is one executable with Node inside
 * (`build/executable.ts`), not a package.
 */
export const EXECUTABLE: string | undefined = isSea() ? process.execPath : undefined

/** First argument that makes an executable run the rules of a run as its worker. */
export const WORKER_WORD = 'worker-of-verify'

/** Name that people type to run a command. */
export const PROGRAM = EXECUTABLE === undefined ? 'npx concordat' : 'concordat'

type ImportFile = (url: string) => Promise<{ readonly default?: unknown }>

/** Imports a module of the user's. An executable's own `import()` finds nothing but Node's modules. */
export const importFile: ImportFile =
  EXECUTABLE === undefined ? (url) => import(url) : (url) => importerOf(EXECUTABLE)(url)

/** The `import()` of a module that Node's loader has loaded, and not the executable. */
function importerOf(executable: string): ImportFile {
  const name = 'concordat:importer'
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === name ? { url: name, shortCircuit: true } : next(specifier, context),
    load: (url, context, next) =>
      url === name
        ? { format: 'module', source: 'export const importFile = (url) => import(url)', shortCircuit: true }
        : next(url, context),
  })
  try {
    return createRequire(executable)(name).importFile
  } finally {
    hooks.deregister()
  }
}
