import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { llmsFullText, llmsText } from '../llms.ts'
import { sidebar } from '../sidebar.ts'
import { vueForPages } from '../vue-for-pages.ts'
import { OTHER_FOLDERS, withoutForeignLinks } from '../without-foreign-links.ts'

const { homepage, version }: { readonly homepage: string; readonly version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
)

/** A logo that needs no file: a check mark between two brackets. */
const LOGO =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Cpath d="M14 4C6 4 4 9 4 16s2 12 10 12M18 4c8 0 10 5 10 12s-2 12-10 12M11 16l4 4 7-8" fill="none" stroke="%234361c2" stroke-width="3" stroke-linecap="round"/%3E%3C/svg%3E'

/**
 * Without the margin, the top bar would hide a row to which a link leads. Names in the first column are not
 * wrapped. The theme's own colors of buttons and of the languages of samples have too little contrast for
 * WCAG 2.2, level AA. The keys beside "Search" are no part of the button's name, so they are no text either.
 */
const STYLE =
  '.DocSearch-Button .DocSearch-Button-Key { display: none } .DocSearch-Button-Keys::after { content: "Ctrl K"; font-size: 12px; padding: 2px 6px; line-height: 18px; border: 1px solid var(--vp-c-divider); border-radius: 4px } .mac .DocSearch-Button-Keys::after { content: "⌘ K" } tr [id] { scroll-margin-top: 90px } .vp-doc td:first-child code { white-space: nowrap } html:root { --vp-code-lang-color: var(--vp-c-text-2) } html:root:not(.dark) { --vp-button-brand-bg: var(--vp-c-brand-2) }'

/**
 * The site uses the repository's pages directly, without copies, so links work the same on the site and in
 * the repository.
 */
export default defineConfig({
  srcDir: '..',
  outDir: '../.site',
  cacheDir: 'node_modules/.cache',
  srcExclude: [`{${OTHER_FOLDERS.join(',')}}/**`, 'site/{node_modules,.vitepress}/**', '.*/**'],
  rewrites: { 'site/home.md': 'index.md', 'README.md': 'why.md' },
  title: 'Concordat',
  description: 'One OpenAPI document in; types, client, server, mock and contract tests out.',
  lang: 'en',
  head: [
    ['link', { rel: 'icon', href: LOGO }],
    ['style', {}, STYLE],
  ],
  cleanUrls: false,
  metaChunk: true,
  vite: { plugins: [vueForPages()] },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: withoutForeignLinks,
  },
  // The theme puts no `main` around the first page.
  transformHtml: (html) => html.replace('<div class="VPHome"', '<div role="main" class="VPHome"'),
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'llms.txt'), llmsText('.html'))
    writeFileSync(join(outDir, 'llms-full.txt'), llmsFullText())
  },
  themeConfig: {
    logo: LOGO,
    search: { provider: 'local' },
    nav: [
      { text: 'Call', link: '/docs/start-calling' },
      { text: 'Build', link: '/docs/start-building' },
      { text: 'Test', link: '/docs/start-testing' },
      { text: 'Look up', link: '/docs/troubleshooting' },
      { text: `v${version}`, link: '/CHANGELOG' },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    ...(homepage.includes('/OWNER/')
      ? {}
      : { editLink: { pattern: `${homepage.replace(/#.*/, '')}/edit/main/:path` } }),
  },
})
