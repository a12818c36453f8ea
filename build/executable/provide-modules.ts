import { registerHooks } from 'node:module'
import { MODULES } from 'virtual:modules'

const SCHEME = 'concordat:'
const KEY = 'concordat.modules'

/**
 * Lets a configuration import our packages by name, though no folder has them: each is a module with the
 * exports of the executable itself, so that both share whatever they compare by identity.
 */
export function provideModules(): void {
  const isOurs = (name: string) => Object.hasOwn(MODULES, name)
  Object.defineProperty(globalThis, Symbol.for(KEY), {
    value: Object.fromEntries(Object.entries(MODULES).map(([name, { load }]) => [name, load])),
  })
  registerHooks({
    resolve: (name, context, next) =>
      isOurs(name) ? { url: SCHEME + name, shortCircuit: true } : next(name, context),
    load(url, context, next) {
      const module = url.startsWith(SCHEME) ? MODULES[url.slice(SCHEME.length)] : undefined
      if (module === undefined) return next(url, context)
      const name = JSON.stringify(url.slice(SCHEME.length))
      const source = `export const { ${module.names.join(', ')} } = await globalThis[Symbol.for('${KEY}')][${name}]()`
      return { format: 'module', source, shortCircuit: true }
    },
  })
}
