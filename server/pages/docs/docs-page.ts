import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { WrittenAnswer } from '@concordat/runtime/server'
import type { Page } from '../pages.ts'

const packageFolder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const inPackage = (name: string) => path.join(packageFolder, name)
const beside = (name: string) => path.join(import.meta.dirname, name)

const generated = (name: string) => path.join(import.meta.dirname, '..', '..', '..', 'generated', name)

/**
 * Paths of the pages for trying requests, and the files behind them. Everything comes from here; nothing is
 * asked of others.
 */
const files: Readonly<Record<string, { readonly file: string; readonly mediaType: string }>> = {
  '/docs/try': { file: beside('reference.html'), mediaType: 'text/html; charset=utf-8' },
  '/docs/reference.css': { file: beside('reference.css'), mediaType: 'text/css; charset=utf-8' },
  '/docs/reference.js': { file: beside('reference.js'), mediaType: 'text/javascript; charset=utf-8' },
  '/docs/swagger-ui.css': { file: inPackage('swagger-ui.css'), mediaType: 'text/css; charset=utf-8' },
  '/docs/swagger-ui-bundle.js': {
    file: inPackage('swagger-ui-bundle.js'),
    mediaType: 'text/javascript; charset=utf-8',
  },
}

/**
 * The browser may load nothing from elsewhere, whatever the page or the document says. Swagger UI sets styles
 * on elements and draws its icons from data URLs; it evaluates no code.
 */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** The pages of the API reference, by path. What is read at the first request is kept. */
export function docsPages(): Readonly<Record<string, Page>> {
  const pages = Object.entries(files).map(([at, { file, mediaType }]) => {
    return [at, servePage(() => readFile(file), mediaType)] as const
  })
  return {
    ...Object.fromEntries(pages),
    '/docs': referencePage(),
    '/docs/openapi.json': servePage(readDocument, 'application/json'),
  }
}

/**
 * The generated reference. Its own policy, which names its style and its script by their
 * digests, is sent as a header too.
 */
function referencePage(): Page {
  let content: Promise<string> | undefined
  return async () => {
    content ??= readFile(generated('reference/index.html'), 'utf8').then(linked)
    const page = await content
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
    if (policy === undefined) throw new Error('The generated reference states no policy.')
    const own = { 'content-security-policy': `${policy}; frame-ancestors 'none'` }
    return answerOf(page, { mediaType: 'text/html; charset=utf-8', own })
  }
}

/** The page with ways to what only a service has: a place to try requests, and the document. */
function linked(page: string): string {
  const links = '<p><a href="/docs/try">Try requests</a> · <a href="/docs/openapi.json">The document</a></p>'
  return page.replace('</header>', () => `${links}</header>`)
}

function servePage(read: () => Promise<string | Buffer<ArrayBuffer>>, mediaType: string): Page {
  let content: ReturnType<typeof read> | undefined
  return async () => {
    content ??= read()
    return answerOf(await content, { mediaType })
  }
}

function answerOf(
  body: string | Buffer<ArrayBuffer>,
  { mediaType, own = {} }: { readonly mediaType: string; readonly own?: Readonly<Record<string, string>> },
): WrittenAnswer {
  return { status: 200, headers: { ...headers, ...own, 'content-type': mediaType }, body, mediaType }
}

/** The document, with this service as its only server: the page may send requests to no other. */
async function readDocument(): Promise<string> {
  return JSON.stringify({
    ...JSON.parse(await readFile(generated('openapi.json'), 'utf8')),
    servers: [{ url: '/' }],
  })
}
