import { createRequire, registerHooks } from 'node:module'
import { isSea } from 'node:sea'

/**
 * Path of the executable if the program runs as one (`build/executable.ts`); `undefined` if it runs from a
 * package.
 */
export const EXECUTABLE: string | undefined = isSea() ? process.execPath : undefined

/** First argument that makes the executable run as a worker of `concordat verify`. */
export const WORKER_WORD = 'worker-of-verify'

/** The command that runs the program. */
export const PROGRAM = EXECUTABLE === undefined ? 'npx concordat' : 'concordat'

type ImportFile = (url: string) => Promise<{ readonly default?: unknown }>

/**
 * Imports a user's module, even from an executable, whose own `import()` finds only Node's built-in modules.
 */
export const importFile: ImportFile =
  EXECUTABLE === undefined ? (url) => import(url) : (url) => importerOf(EXECUTABLE)(url)

/** The `import()` function of a module that Node itself, not the executable, has loaded. */
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
