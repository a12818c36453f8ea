import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObject } from '@concordat/runtime/json'
import type { AskAround, ServerGlance } from './ask-around.ts'

/** A document that a server provides about itself. */
export interface ServedDocument {
  /** The document's URL or, if a page contains the document, the file to which it was saved. */
  readonly document: string
  /** The URL of the page that contains the document. */
  readonly page?: string
  /** Location where it was found, for users. */
  readonly found: string
  /** From the document's `info`; absent if the document is not JSON. */
  readonly title?: string
  readonly version?: string
}

/** Paths at which common frameworks serve the document, most common first. */
const PLACES = [
  'openapi.json',
  'v3/api-docs',
  'swagger.json',
  'api-json',
  'swagger/v1/swagger.json',
  'openapi.yaml',
  'docs-json',
  'docs/openapi.json',
  'api/openapi.json',
  'openapi/v1.json',
  'api/schema/',
  'schema/',
  'documentation/json',
  'swagger/doc.json',
  'api/docs-json',
  'swagger-json',
  'api-docs.json',
  'api-docs/openapi.json',
  'api-docs/swagger.json',
  'api-docs',
  'openapi',
  'q/openapi',
  'api/v1/openapi.json',
  'api/v1/openapi.yaml',
  'api/v1/swagger.json',
  'api/swagger.json',
  'api/v3/openapi.json',
  'swagger.yaml',
  'v2/api-docs',
  'docs/api.json',
  'doc',
  'schema/openapi.json',
  'openapi/json',
  'swagger/json',
  'api-spec.json',
  'api-doc/openapi.json',
  'openapi/openapi.json',
  'apidoc/openapi.json',
  'api/doc.json',
  'api/docs.json',
  'spec',
  'swagger/',
  // The generator of gRPC gateways gives this name to the document of all services.
  'openapiv2/apidocs.swagger.json',
  'swagger/apidocs.swagger.json',
  'apidocs.swagger.json',
]
/** Pages that may link to the document or contain it. */
const PAGES = [
  ...['', 'docs', 'api-docs/', 'swagger', 'swagger-ui/', 'api', 'api/docs', 'documentation', 'redoc'],
  'openapiv2/',
]
const CATALOG = '.well-known/api-catalog'
/** Maximum number of further pages to request per page. */
const MOST_FURTHER = 6
/** Maximum number of concurrent requests. */
const AT_ONCE = 6
const YAML = 'application/json, application/yaml;q=0.9, */*;q=0.5'

/**
 * Looks for the document that a server serves. It looks at the usual paths below the server's base URL and
 * origin, at the targets of an API catalog (RFC 9727), and in the server's pages, which can link to the
 * document or contain it.
 * @param most maximum number of paths to try. By default, all paths are tried, followed by the pages and the
 * catalog.
 */
export async function findServedDocument(
  baseUrl: string,
  ask: AskAround,
  most = Number.POSITIVE_INFINITY,
): Promise<ServedDocument | undefined> {
  const roots = [...new Set([`${baseUrl.replace(/\/+$/, '')}/`, `${new URL(baseUrl).origin}/`])]
  const below = (places: readonly string[]): string[] =>
    places.flatMap((place) => roots.map((root) => new URL(place, root).href))
  const direct = await firstOf(below(PLACES.slice(0, most)), (url) => documentAt(url, ask))
  if (direct !== undefined || most < PLACES.length) return direct
  const further: string[] = []
  const linked = async (page: string): Promise<ServedDocument | undefined> => {
    const glance = await ask(
      page,
      page.endsWith(CATALOG) ? 'application/linkset+json' : 'text/html, */*;q=0.5',
    )
    if (glance === undefined || glance.status >= 400) return undefined
    further.push(...pagesOf(glance).slice(0, MOST_FURTHER))
    const links = [...linksOf(glance), ...placesByTitle(glance)]
    const found = await firstOf(links, (url) => documentAt(url, ask))
    if (found !== undefined) return found
    const texts = [glance.text, ...(await scriptsOf(glance, ask))]
    const configured = await configuredLinks(texts, { page: glance.url, ask })
    return (await firstOf(configured, (url) => documentAt(url, ask))) ?? heldIn(texts, glance.url)
  }
  const pages = below([CATALOG, ...PAGES])
  const found = await firstOf(pages, linked)
  return (
    found ??
    firstOf(
      [...new Set(further)].filter((page) => !pages.includes(page)),
      linked,
    )
  )
}

/** Requests several of these URLs at once, and returns the first result in their order. */
async function firstOf<Result>(
  urls: readonly string[],
  look: (url: string) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const unique = [...new Set(urls)]
  for (let start = 0; start < unique.length; start += AT_ONCE) {
    const results = await Promise.all(unique.slice(start, start + AT_ONCE).map(look))
    const found = results.find((result) => result !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}

async function documentAt(url: string, ask: AskAround): Promise<ServedDocument | undefined> {
  const glance = await ask(url, YAML)
  if (glance === undefined || glance.status !== 200 || !isDocument(glance.text)) return undefined
  return described(glance.text, { document: glance.url, found: glance.url })
}

function described(text: string, place: Pick<ServedDocument, 'document' | 'page' | 'found'>): ServedDocument {
  const { info } = Object(parsed(text)) as { info?: unknown }
  const { title, version } = Object(info) as { title?: unknown; version?: unknown }
  return {
    ...place,
    ...(typeof title === 'string' && { title }),
    ...(typeof version === 'string' && { version }),
  }
}

/** True for a JSON object with a version and paths, or for YAML with a version near its beginning. */
function isDocument(text: string): boolean {
  const value = parsed(text)
  if (value !== undefined)
    return isObject(value) && ['openapi', 'swagger'].some((key) => key in value) && 'paths' in value
  const start = text.slice(0, 20_000)
  return !start.trimStart().startsWith('<') && /^["']?(?:openapi|swagger)["']?\s*:/m.test(start)
}

/**
 * Finds the links in a response: its `Link` headers and `<link>` elements, a catalog's links, and URLs that
 * look like document URLs.
 */
function linksOf({ url, headers, text }: ServerGlance): readonly string[] {
  const header = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>[^,]*\brel="?[^",]*service-desc/gi)]
  const catalog = [...text.matchAll(/"service-desc"\s*:\s*\[([^\]]*)\]/g)].flatMap(([, links = '']) => [
    ...links.matchAll(/"href"\s*:\s*"([^"]+)"/g),
  ])
  const marked = [...text.matchAll(/<link\b[^>]*\brel=["']?service-desc[^>]*>/gi)].flatMap(([tag]) => [
    ...tag.matchAll(/\bhref=["']?([^"'\s>]+)/gi),
  ])
  const named = [
    ...text.matchAll(/["'(]([^"'()\s<>]*(?:openapi|swagger|api-docs|schema|-json|api)[^"'()\s<>]*)["')]/gi),
  ].filter(([, link = '']) =>
    /(?:\.json|\.ya?ml|-json|api-docs(?:\/\w+)?|openapi\/?|schema\/?)(?:\?.*)?$/i.test(link),
  )
  return atOrigin([...header, ...catalog, ...marked, ...named], url).map(({ href }) => href)
}

/**
 * Possible document URLs that contain the server's name, which is taken from a page's title: "Pets" gives
 * "/pets-openapi/openapi.yaml".
 */
function placesByTitle({ url, text }: ServerGlance): readonly string[] {
  const [name] = /<title>\s*([\w-]+)/i.exec(text)?.slice(1) ?? []
  return name === undefined ? [] : [new URL(`/${name.toLowerCase()}-openapi/openapi.yaml`, url).href]
}

/** Finds pages about an API to which a page links. A page that lists APIs has a link for each. */
function pagesOf({ url, text }: ServerGlance): readonly string[] {
  const links = [...text.matchAll(/<a\b[^>]*\bhref=["']?([^"'\s>]+)/gi)]
  return atOrigin(links, url)
    .filter(({ pathname }) => /(?:^|[/_-])(?:apis?|api-?docs?|docs|swagger|redoc)(?:[/_-]|$)/i.test(pathname))
    .map(({ origin, pathname }) => origin + pathname)
}

/** The URLs of those links on a page that lead to the page's own origin. */
function atOrigin(links: readonly RegExpExecArray[], page: string): readonly URL[] {
  const { origin } = new URL(page)
  return links.flatMap(([, link = '']) => {
    const target = URL.parse(link.replaceAll('&amp;', '&'), page)
    return target?.origin === origin ? [target] : []
  })
}

/** Returns the scripts of a page that may configure a viewer of documents, as text. */
async function scriptsOf({ url, text }: ServerGlance, ask: AskAround): Promise<readonly string[]> {
  const scripts = [...text.matchAll(/<script\b[^>]*\bsrc=["']?([^"'\s>]+)/gi)].flatMap(([, source = '']) => {
    const target = URL.parse(source, url.replace(/\/?$/, '/'))
    return target?.origin === new URL(url).origin && /init|config|docs/i.test(source) ? [target.href] : []
  })
  return Promise.all(scripts.map(async (script) => (await ask(script, '*/*'))?.text ?? ''))
}

/**
 * Returns the URLs of documents in the configuration of Swagger UI: "url", and the "url" of each entry of
 * "urls", in a script or in the file that "configUrl" names.
 */
async function configuredLinks(
  texts: readonly string[],
  { page, ask }: { readonly page: string; readonly ask: AskAround },
): Promise<readonly string[]> {
  const files = texts.flatMap((text) => atOrigin(membersOf(text, 'configUrl'), page))
  const read = await Promise.all(files.map(async ({ href }) => (await ask(href))?.text ?? ''))
  return [...texts, ...read].flatMap((text) => atOrigin(membersOf(text, 'url'), page)).map(({ href }) => href)
}

/** The texts of a member in JSON or in a script: `"url": "/a.json"` and `url: '/a.json'`. */
function membersOf(text: string, name: string): readonly RegExpExecArray[] {
  return [...text.matchAll(new RegExp(`\\b${name}["']?\\s*:\\s*["']([^"'\\s]+)["']`, 'g'))].slice(
    0,
    MOST_FURTHER,
  )
}

/**
 * Saves to a file the document that a page contains in one of its scripts. Some documents are served nowhere
 * else.
 */
function heldIn(texts: readonly string[], url: string): ServedDocument | undefined {
  for (const source of texts) {
    const held = documentWithin(source)
    if (held === undefined) continue
    const folder = mkdtempSync(join(tmpdir(), 'concordat-document-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const document = join(folder, 'openapi.json')
    writeFileSync(document, held)
    return described(held, { document, page: url, found: `the page ${url}` })
  }
  return undefined
}

/**
 * Returns the first JSON object in a script that is an OpenAPI document, such as the value of "swaggerDoc" or
 * "spec".
 */
function documentWithin(script: string): string | undefined {
  for (const { index, 0: head } of script.matchAll(
    /["']?(?:swaggerDoc|spec|content|swaggerSpec)["']?\s*[:=]\s*(?=\{)/g,
  )) {
    const text = objectAt(script, index + head.length)
    if (text !== undefined && isDocument(text)) return text
  }
  return undefined
}

/** The JSON object that begins at an offset, as text. */
function objectAt(text: string, start: number): string | undefined {
  let depth = 0
  let isText = false
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (isText) {
      if (character === '\\') index++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return text.slice(start, index + 1)
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
