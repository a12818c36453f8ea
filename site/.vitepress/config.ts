import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { llmsFullText, llmsText } from '../llms.ts'
import { sidebar } from '../sidebar.ts'
import { vueForPages } from '../vue-for-pages.ts'
import { withoutForeignLinks } from '../without-foreign-links.ts'

/** The pages are those of the repository, as they are: nothing is copied, so links mean here what they mean there. */
export default defineConfig({
  srcDir: '..',
  outDir: '../.site',
  cacheDir: 'node_modules/.cache',
  srcExclude: ['{build,bench,dist,generated,generator,runtime,server,site,spec,templates,test}/**', '.*/**'],
  rewrites: { 'README.md': 'index.md' },
  title: 'Concordat',
  description: 'One OpenAPI document in; types, client, server and contract tests out.',
  lang: 'en',
  cleanUrls: false,
  metaChunk: true,
  vite: { plugins: [vueForPages()] },
  markdown: {
    config: withoutForeignLinks,
  },
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'llms.txt'), llmsText('.html'))
    writeFileSync(join(outDir, 'llms-full.txt'), llmsFullText())
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Call', link: '/docs/start-calling' },
      { text: 'Build', link: '/docs/start-building' },
      { text: 'Test', link: '/docs/start-testing' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
})
