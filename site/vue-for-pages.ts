import { join } from 'node:path'
import type { UserConfig } from 'vitepress'

type Plugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { name: string }>

const HERE = join(import.meta.dirname, 'package.json')

/**
 * Resolves Vue from this folder. Pages are compiled to modules that import Vue, but from their location the
 * site's packages cannot be found.
 */
export function vueForPages(): Plugin {
  return {
    name: 'vue-for-pages',
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (!/^vue(?:\/|$)/.test(id)) return undefined
      // The code that renders the pages is below this folder, so it can import Vue itself.
      if (options.ssr) return { id, external: true }
      const isOfPage = importer !== undefined && /\.md(?:\?|$)/.test(importer)
      if (!isOfPage) return undefined
      return this.resolve(id, HERE, { ...options, skipSelf: true })
    },
  }
}
