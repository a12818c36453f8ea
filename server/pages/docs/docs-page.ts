import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { WrittenAnswer } from '@concordat/runtime/server'
import type { ServedPage } from '../pages.ts'

const beside = (name: string) => path.join(import.meta.dirname, name)
const generated = (name: string) => path.join(import.meta.dirname, '..', '..', '..', 'generated', name)

const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** The pages of the API reference, by path. Files are read at the first request and kept in memory. */
export function docsPages(): Readonly<Record<string, ServedPage>> {
  return {
    '/docs': referencePage(),
    '/docs/try.js': servePage(() => readFile(beside('try.js')), 'text/javascript; charset=utf-8'),
    '/docs/openapi.json': servePage(readDocument, 'application/json'),
  }
}

const POLICY = /(?<=http-equiv="Content-Security-Policy" content=")[^"]+/

/**
 * The generated reference, with a script that sends requests to this service. The page's content security
 * policy allows its own style and script by digest, and is also sent as a header.
 */
function referencePage(): ServedPage {
  let content: Promise<string> | undefined
  return async () => {
    content ??= readFile(generated('reference/index.html'), 'utf8').then(toTry)
    const page = await content
    const [policy] = POLICY.exec(page) ?? []
    const own = { 'content-security-policy': `${policy}; frame-ancestors 'none'` }
    return answerOf(page, { mediaType: 'text/html; charset=utf-8', own })
  }
}

/** Adds the features of a running service: a script that sends requests, and a link to the document. */
function toTry(page: string): string {
  if (!POLICY.test(page)) throw new Error('The generated reference has no content security policy.')
  return page
    .replace(POLICY, (policy) => `${policy.replace('script-src', "script-src 'self'")}; connect-src 'self'`)
    .replace('</header>', () => '<p><a href="/docs/openapi.json">The document</a></p></header>')
    .replace('</body>', () => '<script src="/docs/try.js"></script>\n</body>')
}

function servePage(read: () => Promise<string | Buffer<ArrayBuffer>>, mediaType: string): ServedPage {
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

/**
 * The document, with this service as its only server, because the page is not allowed to send requests to any
 * other server.
 */
async function readDocument(): Promise<string> {
  return JSON.stringify({
    ...JSON.parse(await readFile(generated('openapi.json'), 'utf8')),
    servers: [{ url: '/' }],
  })
}
