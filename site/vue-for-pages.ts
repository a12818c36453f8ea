import { join } from 'node:path'
import type { UserConfig } from 'vitepress'

type Plugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { name: string }>

const HERE = join(import.meta.dirname, 'package.json')

/** Pages are compiled to modules that import Vue, and they lie where nobody finds a package of the site: it is looked for here. */
export function vueForPages(): Plugin {
  return {
    name: 'vue-for-pages',
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (!/^vue(?:\/|$)/.test(id)) return undefined
      // What renders the pages lies below this folder, and imports Vue itself.
      if (options.ssr) return { id, external: true }
      const isOfPage = importer !== undefined && /\.md(?:\?|$)/.test(importer)
      if (!isOfPage) return undefined
      return this.resolve(id, HERE, { ...options, skipSelf: true })
    },
  }
}
